import { BUCKET_MS, type BucketResolution } from "./buckets.ts";

export type Span = { fromMicros: number; toMicros: number };

export type SpansAsk = Span & { sensors: number; limit: number; newestFirst: boolean };

/** Buckets of all sensors together that one statement looks at first, unless the page is longer. */
const CELLS_MIN = 10_000;
/**
 * Each span is so many times the one before: where little was said, a long time is read in a few statements.
 */
const GROWTH = 4;

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
