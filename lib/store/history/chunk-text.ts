/** A call takes only so many arguments. */
const PIECE_BYTES = 8_192;

/** Chunks travel as base64: a third more than their bytes, where PostgreSQL's own form takes twice. */
export function chunkText(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    text += String.fromCharCode(...bytes.subarray(start, start + PIECE_BYTES));
  return btoa(text);
}

/** PostgreSQL breaks base64 into lines, which `atob` overlooks. */
export const chunkBytes = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
