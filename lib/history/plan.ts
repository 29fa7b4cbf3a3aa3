import { RESOLUTIONS, type Resolution } from "../../schema/vocabulary.ts";
import {
  BUCKET_MS,
  type BucketResolution,
  bucketCeiling,
  bucketStart,
  dayStartMs,
  type UtcDay,
} from "./buckets.ts";
import { type Keeping, keptFrom } from "./retention.ts";

/** Buckets of all sensors together that one statement reads first, unless the page is longer. */
const CELLS_MIN = 10_000;
/**
 * Each span is so many times the one before: where little was said, a long time is read in a few statements.
 */
const GROWTH = 4;

/**
 * The places that hold readings: hot rows a moment, sealed chunks a sensor and day, or rows of a tier's
 * buckets.
 */
type ReadSource = "snapshots" | "chunks" | "buckets";

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

type Span = { fromMicros: number; toMicros: number };

export type SpansAsk = Span & { sensors: number; limit: number; newestFirst: boolean };

/**
 * A stretch of whole buckets in spans, in the order asked for, without gap or overlap. The first may fill a
 * page where every sensor says something all the time, and costs as much however long the stretch is; the
 * next are for what says less.
 */
export function* readSpans(resolution: BucketResolution, ask: SpansAsk): Generator<Span> {
  const buckets = Math.ceil(Math.max(ask.limit, CELLS_MIN) / ask.sensors) + 1;
  let length = buckets * BUCKET_MS[resolution] * 1_000;
  let { fromMicros, toMicros } = ask;
  while (fromMicros < toMicros) {
    if (ask.newestFirst) {
      const start = Math.max(toMicros - length, fromMicros);
      yield { fromMicros: start, toMicros };
      toMicros = start;
    } else {
      const end = Math.min(fromMicros + length, toMicros);
      yield { fromMicros, toMicros: end };
      fromMicros = end;
    }
    length *= GROWTH;
  }
}

/** Part of an answer in one resolution, `fromMs` ≤ time < `toMs`, epoch milliseconds. */
export type Stretch = { resolution: Resolution; fromMs: number; toMs: number };

type Wish = Pick<ReadRequest, "resolution" | "fromMs" | "toMs" | "nowMs">;

/** The wish as one stretch where every plan still keeps it; null where it depends on the plan. */
export function stretchOfAnyPlan({ resolution, fromMs, toMs, nowMs }: Wish): Stretch[] | null {
  const first = keptFrom(resolution, { plan: "free", downgradedAtMs: null }, nowMs);
  if (first !== null && fromMs < dayStartMs(first)) return null;
  if (fromMs >= toMs) return [];
  if (resolution === "raw") return [{ resolution, fromMs, toMs }];
  return [{ resolution, fromMs: bucketStart(resolution, fromMs), toMs: bucketCeiling(resolution, toMs) }];
}

/**
 * `planRead` without the places: a day is sealed device by device, so that snapshots and chunks, or snapshots
 * and buckets, are asked together, and one statement sees each reading in exactly one of them. Oldest first.
 */
export function stretchesOf(request: ReadRequest): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { resolution, fromMs, toMs } of planRead(request)) {
    const before = stretches.at(-1);
    if (before?.resolution === resolution) before.toMs = toMs;
    else stretches.push({ resolution, fromMs, toMs });
  }
  return stretches;
}
