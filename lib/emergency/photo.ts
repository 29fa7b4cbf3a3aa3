import type { PhotoType } from "../../schema/vocabulary.ts";
import { crc32 } from "../kernel/crc32.ts";
import { EMERGENCY_LIMITS } from "./limits.ts";

// ISO/IEC 10918-1, Annex B.
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;

/** Baseline, extended and progressive; nothing else is what a camera or a browser writes. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);

/** Tables of quantisation and of Huffman, and the restart interval. */
const TABLES: ReadonlySet<number> = new Set([0xdb, 0xc4, 0xdd]);
const ADOBE_BYTES = 12;

/** A progressive picture has some ten scans; each costs the viewer a pass over all pixels. */
const SCANS_MAX = 40;
const SEGMENTS_MAX = 2_000;
const ORIENTATION = 0x0112;
const ENTRIES_MAX = 64;

/** A picture that holds nothing but its pixels. */
export type CleanPhoto = { type: PhotoType; bytes: Uint8Array; width: number; height: number };

/**
 * A file as a picture alone: recognised by its first bytes and never by its name, without every part that isn't a
 * pixel (place, camera, thumbnail, comments, anything after its end). Null for anything else.
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
function cleanPng(bytes: Uint8Array): CleanImage | null {
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
    if (view.getUint32(to - 4) !== crc32(bytes, at + 4, to - 4)) return null;
    if (count === 0) {
      if (type !== "IHDR" || length !== HEADER_BYTES) return null;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    // A capital first letter: a program that doesn't know this part can't show the picture.
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

/** The parts one after the other. */
function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** What a reader of one form makes of a file; null where it is none, or more than a picture. */
type CleanImage = { bytes: Uint8Array; width: number; height: number };

type Segment = { marker: number; from: number; body: number; to: number };

/** Keeps what pixels are made of, and by which side is up; reads no further than the picture's end. */
function cleanJpeg(bytes: Uint8Array): CleanImage | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let scans = 0;
  let at = 2;
  for (let count = 0; count < SEGMENTS_MAX; count += 1) {
    if (bytes[at] === 0xff && bytes[at + 1] === EOI) {
      if (size === null || scans === 0) return null;
      return { bytes: joinedBytes([...kept, bytes.subarray(at, at + 2)]), ...size };
    }
    const segment = segmentAt(bytes, at);
    if (segment === null) return null;
    const { marker, from, body, to } = segment;
    at = to;
    if (marker === APP1) {
      const side = orientationOf(bytes.subarray(body, to));
      // Only the first counts, and it stands before all else.
      if (side > 1 && kept.length === 1) kept.push(orientationSegment(side));
    } else if (marker === APP14 && isAdobe(bytes, body, to)) kept.push(bytes.subarray(from, to));
    else if ((marker >= APP0 && marker <= APP15) || marker === COM) continue;
    else if (FRAMES.has(marker)) {
      const found = frameSize(bytes.subarray(body, to));
      if (size !== null || found === null) return null;
      size = found;
      kept.push(bytes.subarray(from, to));
    } else if (TABLES.has(marker)) kept.push(bytes.subarray(from, to));
    else if (marker === SOS && size !== null && scans < SCANS_MAX) {
      scans += 1;
      at = endOfScan(bytes, to);
      kept.push(bytes.subarray(from, at));
    } else return null;
  }
  return null;
}

/** A marker with the length of what it stands before; null where there is none or it leads out of the file. */
function segmentAt(bytes: Uint8Array, from: number): Segment | null {
  const marker = bytes[from + 1];
  if (bytes[from] !== 0xff || marker === undefined || from + 4 > bytes.length) return null;
  const length = wordAt(bytes, from + 2);
  const to = from + 2 + length;
  return length < 2 || to > bytes.length ? null : { marker, from, body: from + 4, to };
}

/** Where the next marker is: within a scan 0xFF is followed by 0 or by a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    const isWithin = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isWithin) return at;
  }
  return bytes.length;
}

/** Eight bits a sample, grey or colour. */
function frameSize(frame: Uint8Array): { width: number; height: number } | null {
  const [precision, , , , , components = 0] = frame;
  if (precision !== 8 || (components !== 1 && components !== 3) || frame.length !== 6 + 3 * components)
    return null;
  return { width: wordAt(frame, 3), height: wordAt(frame, 1) };
}

const wordAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Only says how colours are encoded. */
const isAdobe = (bytes: Uint8Array, body: number, to: number): boolean =>
  to - body === ADOBE_BYTES && textAt(bytes, body, 5) === "Adobe";

/** Which side is up, 1 to 8, as Exif says it in its first directory; 1 where it does not. */
function orientationOf(body: Uint8Array): number {
  if (textAt(body, 0, 6) !== "Exif\0\0") return 1;
  const tiff = body.subarray(6);
  const order = textAt(tiff, 0, 2);
  if (order !== "II" && order !== "MM") return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = order === "II";
  if (tiff.length < 8) return 1;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return 1;
  const entries = Math.min(view.getUint16(directory, isLittle), ENTRIES_MAX);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return 1;
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue;
    const side = view.getUint16(at + 8, isLittle);
    return side >= 1 && side <= 8 ? side : 1;
  }
  return 1;
}

/** An Exif segment with that one field. */
const orientationSegment = (side: number): Uint8Array =>
  Uint8Array.from([
    ...[0xff, APP1, 0x00, 0x22, ...Array.from("Exif\0\0", (letter) => letter.charCodeAt(0))],
    ...[0x4d, 0x4d, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x08, 0x00, 0x01],
    ...[0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, side, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00],
  ]);
