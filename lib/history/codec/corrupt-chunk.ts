/** Bytes that no `sealChunk` wrote, or that have changed since. Never answered with a guess. */
export class CorruptChunk extends Error {
  override name = "CorruptChunk";

  constructor(why: string) {
    super(`Corrupt history chunk: ${why}`);
  }
}
