/** Chunks travel as base64: half as much again as their bytes would, where PostgreSQL's own form takes twice. */
export const chunkText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** PostgreSQL breaks base64 into lines, which `atob` overlooks. */
export const chunkBytes = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
