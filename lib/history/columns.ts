/** Not every platform's language has it yet. */
const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array };

/**
 * Bytes travel between the database and here as base64, which takes a third more than they do, and not twice. PostgreSQL
 * breaks it into lines, which both ways overlook.
 */
export function chunkBytes(text: string): Uint8Array {
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}
