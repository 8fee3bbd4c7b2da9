/** The bytes of the compiled sparse layer in base64; the build writes this module. */
export const code: string;
