import { type ByteSink, ByteSource, CorruptChunk } from "./bytes.ts";

const CHECKSUM_BYTES = 4;

const REVERSED_POLYNOMIAL = 0xedb8_8320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? REVERSED_POLYNOMIAL : 0);
  return crc;
});

/**
 * CRC-32/ISO-HDLC (the one of zip and png) of the bytes before `end`. Finds every change within 32 bits in a
 * row.
 */
export function checksum(bytes: Uint8Array, end: number): number {
  let crc = 0xffff_ffff;
  for (let index = 0; index < end; index += 1) {
    crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}

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

/**
 * One reading of one sensor: whole epoch microseconds (below 2^53), the value in the sensor's own unit, a
 * state 1 or 0.
 */
export type Point = { atMicros: number; value: number };
