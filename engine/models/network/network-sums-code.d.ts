/** The bytes of the compiled sums of networks in base64; the build writes this module. */
export const code: string;
