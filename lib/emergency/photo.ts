import { EMERGENCY_LIMITS } from "./card.ts";

// ISO/IEC 10918-1, Annex B.
const SOI = 0xffd8;
const EOI = 0xd9;
const SOS = 0xda;
/** Baseline, extended and progressive: cameras and browsers write no other kind. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
/** Quantization tables, Huffman tables, and the restart interval. */
const TABLES: readonly number[] = [0xdb, 0xc4, 0xdd];

/** A JPEG without any metadata; its width and height are in pixels. */
export type CleanPhoto = { bytes: Uint8Array; width: number; height: number };

/**
 * Returns the JPEG without its metadata (location, camera, orientation, thumbnail, profile, comments, bytes after its
 * end), or null if it is not a JPEG that we accept. Orientation may go: browsers turn a photo upright before upload.
 */
export function cleanPhoto(bytes: Uint8Array): CleanPhoto | null {
  if (bytes.length > EMERGENCY_LIMITS.photoBytesMax || wordAt(bytes, 0) !== SOI) return null;
  const kept: [from: number, to: number][] = [[0, 2]];
  let size: { width: number; height: number } | null = null;
  for (let from = 2, to = 2; from < bytes.length; from = to) {
    const marker = bytes[from + 1];
    if (bytes[from] !== 0xff || marker === undefined) return null;
    if (marker === EOI)
      return size === null ? null : { ...size, bytes: partsOf(bytes, [...kept, [from, from + 2]]) };
    to = from + 2 + Math.max(2, wordAt(bytes, from + 2));
    if (marker === SOS) to = endOfScan(bytes, to);
    if (to > bytes.length) return null;
    if (FRAMES.includes(marker)) size = { width: wordAt(bytes, from + 7), height: wordAt(bytes, from + 5) };
    if (size !== null && !isShowable(size)) return null;
    if (marker === SOS || FRAMES.includes(marker) || TABLES.includes(marker)) kept.push([from, to]);
  }
  return null;
}

const isShowable = ({ width, height }: { width: number; height: number }): boolean =>
  Math.min(width, height) > 0 && Math.max(width, height) <= EMERGENCY_LIMITS.photoSideMax;

/** Finds the marker that ends a scan: within a scan, 0xFF is followed only by 0 or by a restart marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

const wordAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

const partsOf = (bytes: Uint8Array, parts: readonly (readonly [number, number])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap(([from, to]) => [...bytes.subarray(from, to)]));
