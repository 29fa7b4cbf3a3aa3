import { promisify } from "node:util";
import { constants, createGzip, type Gzip, gzip } from "node:zlib";

/** Below it the answer fits into one packet anyway. */
const BYTES_MIN = 1_024;
/** A page takes a millisecond at this level, and loses little to a higher one. */
const LEVEL = 5;
const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|manifest\+json|atom\+xml|openmetrics-text)|image\/svg\+xml)/;

/** Whether a client takes gzip, and the content gets shorter by it. */
export const isWorthCompressing = (accepts: string | undefined, type: string | undefined | null): boolean =>
  (accepts ?? "").split(",").some((coding) => GZIP.test(coding)) && COMPRESSIBLE.test(type ?? "");

/** One coding of `Accept-Encoding`, unless its weight is 0. */
const GZIP = /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)|$)/i;

const zip = promisify(gzip);

/** Null where it is too short to gain. */
export const compressed = async (bytes: Uint8Array): Promise<Uint8Array | null> =>
  bytes.byteLength < BYTES_MIN ? null : await zip(bytes, { level: LEVEL });

/** Each chunk that goes in comes out at once: a long answer is seen as it is made. */
export const compressor = (): Gzip => createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH });
