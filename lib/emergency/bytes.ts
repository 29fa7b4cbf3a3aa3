/** The parts one after the other. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** What a reader of one form makes of a file; null where it is none, or more than a picture. */
export type CleanImage = { bytes: Uint8Array; width: number; height: number };
