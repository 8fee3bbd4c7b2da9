/** The bytes of the compiled kernel in base64; the build writes this module. */
export const code: string;
