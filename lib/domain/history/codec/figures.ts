import type { ByteSink, ByteSource } from "./bytes.ts";
import { readIntegers, writeIntegers } from "./integer-series.ts";
import { readMeans, writeMeans } from "./means.ts";
import {
  APART,
  asNearDecimals,
  formOf,
  fromNearDecimals,
  type NearDecimals,
  nearForm,
  readOddities,
  writeOddities,
} from "./near-decimals.ts";
import { readValues, writeValues } from "./value-forms.ts";

/** The figures of some buckets, each in a column of the same length. */
export type Figures = Record<"low" | "high" | "last" | "mean", Float64Array>;

/**
 * Decimals are written as the lowest value, and how far the highest, the last and the sum lie from it; figures
 * that are no decimals each for themselves.
 */
export function writeFigures(sink: ByteSink, counts: Float64Array, figures: Figures): void {
  const { low, high, last, mean } = figures;
  const near = asNearDecimals(joined([low, high, last]));
  if (near === null) {
    sink.byte(APART);
    for (const values of [low, high, last, mean]) {
      const written = writeValues(values);
      sink.byte(written.form);
      sink.append(written.sink);
    }
    return;
  }
  sink.byte(formOf(near));
  const [lows, highs, lasts] = thirdsOf(near.integers);
  writeIntegers(sink, lows);
  writeIntegers(sink, differences(highs, lows));
  writeIntegers(sink, differences(lasts, lows));
  writeOddities(sink, near);
  writeMeans(sink, mean, { counts, low, high, lows, highs, scale: 10 ** near.places });
}

/** Reads what `writeFigures` wrote of buckets with these counts. */
export function readFigures(source: ByteSource, counts: Float64Array): Figures {
  const form = source.byte();
  const { length } = counts;
  if (form === APART) {
    const next = () => readValues(source.byte(), source, length);
    return { low: next(), high: next(), last: next(), mean: next() };
  }
  const known = nearForm(form);
  const lows = readIntegers(source, length);
  const highs = sums(readIntegers(source, length), lows);
  const lasts = sums(readIntegers(source, length), lows);
  const near: NearDecimals = {
    places: known.places,
    isSingle: known.isSingle,
    integers: joined([lows, highs, lasts]),
    ...readOddities(source, known, 3 * length),
  };
  const [low, high, last] = thirdsOf(fromNearDecimals(near));
  const mean = readMeans(source, { counts, low, high, lows, highs, scale: 10 ** near.places });
  return { low, high, last, mean };
}

function joined(columns: readonly [Float64Array, Float64Array, Float64Array]): Float64Array {
  const [first, second, third] = columns;
  const all = new Float64Array(3 * first.length);
  all.set(first);
  all.set(second, first.length);
  all.set(third, 2 * first.length);
  return all;
}

function thirdsOf(all: Float64Array): [Float64Array, Float64Array, Float64Array] {
  const length = all.length / 3;
  return [all.subarray(0, length), all.subarray(length, 2 * length), all.subarray(2 * length)];
}

const differences = (values: Float64Array, from: Float64Array): Float64Array =>
  values.map((value, index) => value - (from[index] ?? 0));

const sums = (values: Float64Array, onto: Float64Array): Float64Array =>
  values.map((value, index) => value + (onto[index] ?? 0));
