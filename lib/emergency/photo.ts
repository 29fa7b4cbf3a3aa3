import type { PhotoType } from "../../schema/vocabulary.ts";
import { type CleanImage, cleanJpeg, joinedBytes } from "./jpeg.ts";
import { EMERGENCY_LIMITS } from "./limits.ts";

/** A picture that holds nothing but its pixels. */
export type CleanPhoto = { type: PhotoType; bytes: Uint8Array; width: number; height: number };

/**
 * A file as a picture alone: told by its own first bytes and never by what it is called, with every part that is no pixel left
 * out (place, camera, thumbnail, comments, whatever follows its end). Null for anything else.
 */
export function cleanPhoto(bytes: Uint8Array): CleanPhoto | null {
  if (bytes.length === 0 || bytes.length > EMERGENCY_LIMITS.photoBytesMax) return null;
  const [type, image]: [PhotoType, CleanImage | null] =
    bytes[0] === 0xff ? ["image/jpeg", cleanJpeg(bytes)] : ["image/png", cleanPng(bytes)];
  return image === null || !isShowable(image) ? null : { type, ...image };
}

const isShowable = ({ width, height }: CleanImage): boolean =>
  Math.min(width, height) > 0 && Math.max(width, height) <= EMERGENCY_LIMITS.photoSideMax;

// ISO/IEC 15948 (PNG), section 5.
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** What pixels are made of; everything else that is ancillary tells of something else. */
const KEPT: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
const HEADER_BYTES = 13;
const CHUNKS_MAX = 4_000;
const TYPE = /^[A-Za-z]{4}$/;

/** Keeps what pixels are made of; each chunk's sum must be right, and nothing is read after the end. */
export function cleanPng(bytes: Uint8Array): CleanImage | null {
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte)) return null;
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE.length)];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: { width: number; height: number } | null = null;
  let hasPixels = false;
  let at = SIGNATURE.length;
  for (let count = 0; count < CHUNKS_MAX; count += 1) {
    if (at + 12 > bytes.length) return null;
    const length = view.getUint32(at);
    const to = at + 12 + length;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (to > bytes.length || !TYPE.test(type)) return null;
    if (view.getUint32(to - 4) !== crc32(bytes.subarray(at + 4, to - 4))) return null;
    if (count === 0) {
      if (type !== "IHDR" || length !== HEADER_BYTES) return null;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    // A capital first letter: whoever does not know it cannot show the picture.
    const isCritical = type.charAt(0) === type.charAt(0).toUpperCase();
    if (isCritical && (!KEPT.has(type) || (type === "IHDR" && count > 0))) return null;
    if (KEPT.has(type)) kept.push(bytes.subarray(at, to));
    if (type === "IDAT") hasPixels = true;
    if (type === "IEND")
      return size === null || !hasPixels || length > 0 ? null : { bytes: joinedBytes(kept), ...size };
    at = to;
  }
  return null;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb8_8320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffff_ffff) >>> 0;
}
