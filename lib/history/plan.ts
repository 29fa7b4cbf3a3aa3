import { RESOLUTIONS, type Resolution } from "../../schema/vocabulary.ts";
import type { Span } from "./bucket-parts.ts";
import { bucketCeiling, bucketStart, dayStartMs } from "./buckets.ts";
import { type Keeping, keptFrom, LEAST_KEPT } from "./retention.ts";

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

type SpansAsk = Span & { newestFirst: boolean };

/** A stretch in spans, in the order asked for, without gap or overlap, the first one so long. */
export function* inSpans({ newestFirst, ...ask }: SpansAsk, firstMicros: number): Generator<Span> {
  let { fromMicros, toMicros } = ask;
  for (let length = firstMicros; fromMicros < toMicros; length *= GROWTH) {
    if (newestFirst) {
      const start = Math.max(toMicros - length, fromMicros);
      yield { fromMicros: start, toMicros };
      toMicros = start;
    } else {
      const end = Math.min(fromMicros + length, toMicros);
      yield { fromMicros, toMicros: end };
      fromMicros = end;
    }
  }
}

/**
 * The same where each sensor says something once in `cellMs`, or less often. The first span may fill a page, or holds
 * `cellsMin` such cells, and costs as much however long the stretch is; the next are for what says less.
 */
export function cellSpans(
  cellMs: number,
  { sensors, limit, ...ask }: SpansAsk & { sensors: readonly unknown[]; limit: number },
  cellsMin: number,
): Generator<Span> {
  const cells = Math.ceil(Math.max(limit, cellsMin) / sensors.length) + 1;
  return inSpans(ask, cells * cellMs * 1_000);
}
