import { RESOLUTIONS, type Resolution } from "../../schema/vocabulary.ts";
import type { Span } from "./bucket-parts.ts";
import { BUCKET_MS, type BucketResolution, bucketCeiling, bucketStart, dayStartMs } from "./buckets.ts";
import { type Keeping, keptFrom, LEAST_KEPT } from "./retention.ts";

/** Buckets of all sensors together that one statement reads first, unless the page is longer. */
const CELLS_MIN = 10_000;
/**
 * Each span is so many times the one before: where little was said, a long time is read in a few statements.
 */
const GROWTH = 4;

/** Part of an answer in one resolution, `fromMs` ≤ time < `toMs`, epoch milliseconds. */
export type Stretch = { resolution: Resolution; fromMs: number; toMs: number };

export type ReadRequest = Stretch & { keeping: Keeping; nowMs: number };

/**
 * What answers a request, oldest stretch first, without gap or overlap. Where the wanted resolution is no longer kept, the
 * next coarser one answers: each begins on the first day it is kept and ends where the next begins. The outer ends are
 * widened to whole buckets: a bucket is shown whole or not at all. Inner ends lie on days, which are whole in every one.
 */
export function stretchesOf({ resolution, fromMs, toMs, keeping, nowMs }: ReadRequest): Stretch[] {
  const stretches: Stretch[] = [];
  let end = toMs;
  for (const tier of RESOLUTIONS.slice(RESOLUTIONS.indexOf(resolution))) {
    const first = keptFrom(tier, keeping, nowMs);
    const from = Math.max(fromMs, first === null ? fromMs : dayStartMs(first));
    if (from >= end) continue;
    stretches.unshift(widened({ resolution: tier, fromMs: from, toMs: end }));
    end = from;
  }
  return stretches;
}

function widened({ resolution, fromMs, toMs }: Stretch): Stretch {
  if (resolution === "raw") return { resolution, fromMs, toMs };
  return { resolution, fromMs: bucketStart(resolution, fromMs), toMs: bucketCeiling(resolution, toMs) };
}

/** True where every plan still keeps the wanted resolution: then what the home's plan is makes no difference. */
export const isKeptByAll = ({ resolution, fromMs, nowMs }: Omit<ReadRequest, "keeping">): boolean => {
  const first = keptFrom(resolution, LEAST_KEPT, nowMs);
  return first === null || fromMs >= dayStartMs(first);
};

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
