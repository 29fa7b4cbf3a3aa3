const REVERSED_POLYNOMIAL = 0xedb8_8320;

/** What a byte does to the checksum, its eight steps in one. */
const STEPS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let step = byte;
  for (let bit = 0; bit < 8; bit += 1) step = (step >>> 1) ^ (step & 1 ? REVERSED_POLYNOMIAL : 0);
  return step;
});

/** CRC-32/ISO-HDLC (the one of zip and png) of the bytes from `start` to before `end`: finds any change within 32 bits in a row. */
export function crc32(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0xffff_ffff;
  for (let index = start; index < end; index += 1)
    crc = (crc >>> 8) ^ (STEPS[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  return (crc ^ 0xffff_ffff) >>> 0;
}
