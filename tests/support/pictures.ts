import { crc32, deflateSync } from "node:zlib";

/** Test pictures, built byte by byte according to the standards. */

export const textBytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));

const word = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];

export const segment = (marker: number, body: Uint8Array): Uint8Array =>
  Uint8Array.from([0xff, marker, ...word(body.length + 2), ...body]);

/** Returns an Exif body with the orientation, followed by something that must not be published. */
export const exif = (side: number, secret: string): Uint8Array =>
  Uint8Array.from([
    ...Buffer.from("Exif\0\0MM", "latin1"),
    ...[0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, side, 0, 0, 0, 0, 0, 0],
    ...Buffer.from(secret, "latin1"),
  ]);

type JpegOptions = { before?: Uint8Array[]; frame?: number; width?: number; height?: number };

/** Returns a JPEG of the right form; its pixels mean nothing. */
export function aJpeg({ before = [], frame = 0xc0, width = 8, height = 6 }: JpegOptions): Uint8Array {
  const header = segment(frame, Uint8Array.from([8, ...word(height), ...word(width), 1, 1, 0x11, 0]));
  const scan = [
    ...segment(0xda, Uint8Array.from([1, 1, 0, 0, 63, 0])),
    0x12,
    0xff,
    0x00,
    0x34,
    0xff,
    0xd0,
    0x56,
  ];
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...before.flatMap((part) => [...part]),
    ...segment(0xdb, new Uint8Array(65)),
    ...header,
    ...segment(0xc4, new Uint8Array(17)),
    ...scan,
    ...[0xff, 0xd9],
  ]);
}

export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

export function chunk(type: string, body: Uint8Array): Uint8Array {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(typed));
  return Uint8Array.from(Buffer.concat([length, typed, sum]));
}

type PngOptions = { before?: Uint8Array[]; width?: number; height?: number };

/** Returns a gray PNG that browsers show. */
export function aPng({ before = [], width = 8, height = 6 }: PngOptions): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = width * height > 1_000_000 ? Buffer.alloc(10) : Buffer.alloc((width + 1) * height, 0x40);
  for (let row = 0; row < rows.length; row += width + 1) rows[row] = 0;
  const parts = [
    PNG_SIGNATURE,
    chunk("IHDR", header),
    ...before,
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", new Uint8Array()),
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
