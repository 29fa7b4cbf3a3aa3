import { LIMITS } from "../../schema/limits.ts";
import type { PhotoType } from "../../schema/vocabulary.ts";
import type { CleanImage } from "./bytes.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPng } from "./png.ts";

/** A picture that holds nothing but its pixels. */
export type CleanPhoto = { type: PhotoType; bytes: Uint8Array; width: number; height: number };

/**
 * A file as a picture alone: told by its own first bytes and never by what it is called, with every part that is no pixel left
 * out (place, camera, thumbnail, comments, whatever follows its end). Null for anything else.
 */
export function cleanPhoto(bytes: Uint8Array): CleanPhoto | null {
  if (bytes.length === 0 || bytes.length > LIMITS.photoBytesMax) return null;
  const [type, image]: [PhotoType, CleanImage | null] =
    bytes[0] === 0xff ? ["image/jpeg", cleanJpeg(bytes)] : ["image/png", cleanPng(bytes)];
  return image === null || !isShowable(image) ? null : { type, ...image };
}

const isShowable = ({ width, height }: CleanImage): boolean =>
  Math.min(width, height) > 0 && Math.max(width, height) <= LIMITS.photoSideMax;
