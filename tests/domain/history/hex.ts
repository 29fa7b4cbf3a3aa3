export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

export const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));
