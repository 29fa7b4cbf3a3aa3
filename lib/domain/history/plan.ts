import { RESOLUTIONS, type Resolution } from "../../../schema/vocabulary.ts";
import { bucketCeiling, bucketStart } from "./buckets.ts";
import { type Keeping, keptFrom } from "./retention.ts";
import { dayStartMs, type UtcDay } from "./utc-day.ts";

/**
 * The places that hold readings: hot rows a moment, sealed chunks a sensor and day, or rows of a tier's
 * buckets.
 */
export type ReadSource = "snapshots" | "chunks" | "buckets";

/**
 * One stretch of an answer, `fromMs` ≤ time < `toMs`, epoch milliseconds. `resolution` is what the stretch is
 * answered in: of snapshots the caller makes the buckets itself, `buckets` are the rows of that tier.
 */
export type ReadPiece = { source: ReadSource; resolution: Resolution; fromMs: number; toMs: number };

export type ReadRequest = {
  resolution: Resolution;
  fromMs: number;
  toMs: number;
  keeping: Keeping;
  nowMs: number;
  /** Every day before this one is sealed; from it on readings are in snapshots. */
  sealedBefore: UtcDay;
};

/**
 * Plans which tiers answer a request, oldest piece first, without gap or overlap. Where the wanted resolution
 * is no longer kept, the next coarser one answers. The ends are widened to whole buckets: a bucket is shown
 * whole or not at all.
 */
export function planRead(request: ReadRequest): ReadPiece[] {
  const { fromMs, toMs, sealedBefore, resolution } = request;
  const sealedEndMs = dayStartMs(sealedBefore);
  const hot: ReadPiece = { source: "snapshots", resolution, fromMs: Math.max(fromMs, sealedEndMs), toMs };
  return [...sealedPieces(request, Math.min(toMs, sealedEndMs)), hot]
    .filter((piece) => piece.fromMs < piece.toMs)
    .map(widened);
}

/**
 * Orders the tiers from the coarsest to the wanted one: each begins on the first day it is kept and ends
 * where the next begins.
 */
function sealedPieces({ resolution, fromMs, keeping, nowMs }: ReadRequest, endMs: number): ReadPiece[] {
  const pieces: ReadPiece[] = [];
  let toMs = endMs;
  for (const tier of RESOLUTIONS.slice(RESOLUTIONS.indexOf(resolution))) {
    const first = keptFrom(tier, keeping, nowMs);
    const tierFromMs = Math.max(fromMs, first === null ? fromMs : dayStartMs(first));
    if (tierFromMs >= toMs) continue;
    pieces.unshift({
      source: tier === "raw" ? "chunks" : "buckets",
      resolution: tier,
      fromMs: tierFromMs,
      toMs,
    });
    toMs = tierFromMs;
  }
  return pieces;
}

/** Inner ends lie on days, which are whole in every resolution: only the outer ones move. */
function widened(piece: ReadPiece): ReadPiece {
  const { resolution, fromMs, toMs } = piece;
  if (resolution === "raw") return piece;
  return { ...piece, fromMs: bucketStart(resolution, fromMs), toMs: bucketCeiling(resolution, toMs) };
}
