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
