import { type ByteSink, ByteSource } from "./bytes.ts";
import { checksum } from "./checksum.ts";
import { CorruptChunk } from "./corrupt-chunk.ts";

const CHECKSUM_BYTES = 4;

/** What was written, whose first byte is the version of its format, with a CRC-32 behind it. */
export function withChecksum(sink: ByteSink): Uint8Array {
  const end = sink.length;
  for (let index = 0; index < CHECKSUM_BYTES; index += 1) sink.byte(0);
  const bytes = sink.toBytes();
  new DataView(bytes.buffer).setUint32(end, checksum(bytes, end));
  return bytes;
}

/**
 * The bytes behind the version, once they are known to be as they were written.
 * @throws CorruptChunk
 */
export function verifiedSource(bytes: Uint8Array, version: number): ByteSource {
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < 1) throw new CorruptChunk(`only ${bytes.length} bytes`);
  const stored = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(end);
  if (stored !== checksum(bytes, end)) throw new CorruptChunk("the checksum does not match");
  const source = new ByteSource(bytes, end);
  const found = source.byte();
  if (found !== version) throw new CorruptChunk(`unknown version ${found}`);
  return source;
}
