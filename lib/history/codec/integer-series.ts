import {
  BitSink,
  BitSource,
  type ByteSink,
  type ByteSource,
  CorruptChunk,
  unzigzag,
  varintBytes,
  zigzag,
} from "./bytes.ts";

/** A series whose integers all lie this near its first one stays exact through every sum below. */
export const SPAN_MAX = 2 ** 46;

/** This many ones announce a count written in full: one outlier must not cost a thousand bits. */
const ESCAPE_ONES = 20;
const FULL_BITS = 52;

/** 0: as they are, 1: differences, 2: differences of differences. */
const ORDERS = [0, 1, 2] as const;

/** The line through a series that leaves the least to write: `first + step * (slope * index + offset)`. */
type Grid = { first: number; step: number; slope: number };

function greatestDivisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small > 0) [large, small] = [small, large % small];
  return large;
}

/**
 * What all differences from the first have in common: 5 for half percents in tenths, 900 for quarter hours in
 * seconds.
 */
function stepOf(series: Float64Array, first: number): number {
  let step = 0;
  for (const value of series) {
    step = greatestDivisor(step, Math.abs(value - first));
    if (step === 1) break;
  }
  return step || 1;
}

/** The usual rise from one to the next, in steps; 0 where following it would leave the exact numbers. */
function slopeOf(series: Float64Array, step: number): number {
  if (series.length < 3) return 0;
  const rises = new Float64Array(series.length - 1);
  for (let index = 1; index < series.length; index += 1) {
    rises[index - 1] = ((series[index] ?? 0) - (series[index - 1] ?? 0)) / step;
  }
  const slope = rises.sort()[rises.length >> 1] ?? 0;
  return Math.abs(slope) * series.length * step <= SPAN_MAX * 2 ? slope : 0;
}

export function gridOf(series: Float64Array): Grid {
  const first = series[0] ?? 0;
  const step = stepOf(series, first);
  return { first, step, slope: slopeOf(series, step) };
}

// Plain loops below: `map` and iterators of typed arrays take several times as long on a day's few values.

/** How far each value after the first is off the line, in steps. */
export function offsets(series: Float64Array, { first, step, slope }: Grid): Float64Array {
  const off = new Float64Array(series.length - 1);
  for (let index = 1; index < series.length; index += 1) {
    off[index - 1] = ((series[index] ?? 0) - first) / step - slope * index;
  }
  return off;
}

/** The whole series again. */
export function onGrid(off: Float64Array, { first, step, slope }: Grid): Float64Array {
  const series = new Float64Array(off.length + 1);
  series[0] = first;
  for (let index = 1; index < series.length; index += 1) {
    series[index] = first + step * ((off[index - 1] ?? 0) + slope * index);
  }
  return series;
}

/** One way to write a list of integers from 0 to 2^52 - 1. The reader knows how many there are. */
type Packing = {
  name: string;
  /** The bytes that `write` takes, without writing them. */
  bytes(counts: Float64Array): number;
  write(sink: ByteSink, counts: Float64Array): void;
  read(source: ByteSource, length: number): Float64Array;
};

/** Seven bits a byte: for residuals of very different sizes. */
export const varints: Packing = {
  name: "varints",
  bytes: (counts) => counts.reduce((sum, count) => sum + varintBytes(count), 0),
  write(sink, counts) {
    for (const count of counts) sink.unsigned(count);
  },
  read(source, length) {
    const counts = new Float64Array(length);
    for (let index = 0; index < length; index += 1) counts[index] = source.unsigned();
    return counts;
  },
};

function bitsWith(counts: Float64Array, lowBits: number): number {
  const unit = 2 ** lowBits;
  let bits = 0;
  for (const count of counts) {
    const high = Math.floor(count / unit);
    bits += high < ESCAPE_ONES ? high + 1 + lowBits : ESCAPE_ONES + FULL_BITS;
  }
  return bits;
}

/** The number of plain low bits that makes the whole shortest. */
function bestFit(counts: Float64Array): { lowBits: number; bits: number } {
  // One more would take the last one of a count's high part, and cost as much.
  const most = Math.floor(Math.log2(counts.reduce((largest, count) => Math.max(largest, count), 0)));
  let best = { lowBits: 0, bits: bitsWith(counts, 0) };
  for (let lowBits = 1; lowBits <= most; lowBits += 1) {
    const bits = bitsWith(counts, lowBits);
    if (bits < best.bits) best = { lowBits, bits };
  }
  return best;
}

/**
 * Golomb-Rice: high part in unary, low bits plain; a count of a usual size takes few bits and no whole byte.
 * Source: Rice & Plaunt 1971; the form of FLAC's residuals (RFC 9639, section 9.2.7).
 */
export const rice: Packing = {
  name: "rice",
  bytes: (counts) => 1 + Math.ceil(bestFit(counts).bits / 8),
  write(sink, counts) {
    const { lowBits } = bestFit(counts);
    const unit = 2 ** lowBits;
    sink.byte(lowBits);
    const bits = new BitSink(sink);
    for (const count of counts) {
      const high = Math.floor(count / unit);
      const isShort = high < ESCAPE_ONES;
      if (isShort) bits.write(2 ** (high + 1) - 2, high + 1);
      else bits.write(2 ** ESCAPE_ONES - 1, ESCAPE_ONES);
      bits.write(count, isShort ? lowBits : FULL_BITS);
    }
    bits.flush();
  },
  read(source, length) {
    const lowBits = source.byte();
    const bits = new BitSource(source);
    const counts = new Float64Array(length);
    for (let index = 0; index < length; index += 1) {
      const high = bits.ones(ESCAPE_ONES);
      counts[index] = high < ESCAPE_ONES ? high * 2 ** lowBits + bits.read(lowBits) : bits.read(FULL_BITS);
    }
    return counts;
  },
};

/** Calls `found` with each stretch of equal counts. */
function forEachRun(counts: Float64Array, found: (count: number, length: number) => void): void {
  let start = 0;
  for (let index = 1; index <= counts.length; index += 1) {
    if (counts[index] === counts[start]) continue;
    found(counts[start] ?? 0, index - start);
    start = index;
  }
}

/** A count and how often it comes in a row: for stuck values, doors, and clocks that keep time. */
export const runs: Packing = {
  name: "runs",
  bytes(counts) {
    let sum = 0;
    forEachRun(counts, (count, length) => {
      sum += varintBytes(count) + varintBytes(length);
    });
    return sum;
  },
  write(sink, counts) {
    forEachRun(counts, (count, length) => {
      sink.unsigned(count);
      sink.unsigned(length);
    });
  },
  read(source, length) {
    const counts = new Float64Array(length);
    for (let at = 0; at < length; ) {
      const count = source.unsigned();
      const end = at + source.unsigned();
      if (end === at || end > length) throw new CorruptChunk("a run is longer than the chunk");
      counts.fill(count, at, end);
      at = end;
    }
    return counts;
  },
};

/** Their places are written into chunks: new ones go to the end. */
const PACKINGS: readonly Packing[] = [varints, runs, rice];

function differences(series: Float64Array): Float64Array {
  const result = new Float64Array(series.length);
  let last = 0;
  for (let index = 0; index < series.length; index += 1) {
    const value = series[index] ?? 0;
    result[index] = value - last;
    last = value;
  }
  return result;
}

function sums(series: Float64Array): Float64Array {
  const result = new Float64Array(series.length);
  let last = 0;
  for (let index = 0; index < series.length; index += 1) {
    last += series[index] ?? 0;
    result[index] = last;
  }
  return result;
}

type Plan = { order: number; packing: number; counts: Float64Array; bytes: number };

function plans(off: Float64Array): Plan[] {
  let residuals = off;
  return ORDERS.flatMap((order) => {
    if (order > 0) residuals = differences(residuals);
    const counts = residuals.map(zigzag);
    return PACKINGS.map((packing, place) => ({
      order,
      packing: place,
      counts,
      bytes: packing.bytes(counts),
    }));
  });
}

/** Writes at least one integer in the fewest bytes known; all of them within `SPAN_MAX` of the first. */
export function writeIntegers(sink: ByteSink, series: Float64Array): void {
  const grid = gridOf(series);
  const best = plans(offsets(series, grid)).reduce((least, plan) =>
    plan.bytes < least.bytes ? plan : least,
  );
  sink.signed(grid.first);
  sink.unsigned(grid.step);
  sink.signed(grid.slope);
  sink.byte(best.order * 16 + best.packing);
  PACKINGS[best.packing]?.write(sink, best.counts);
}

export function readIntegers(source: ByteSource, length: number): Float64Array {
  const grid = { first: source.signed(), step: source.unsigned(), slope: source.signed() };
  const form = source.byte();
  const [order, packing] = [form >> 4, PACKINGS[form % 16]];
  if (packing === undefined || order > 2) throw new CorruptChunk("an unknown form of numbers");
  let series = packing.read(source, length - 1);
  for (let index = 0; index < series.length; index += 1) series[index] = unzigzag(series[index] ?? 0);
  for (let times = 0; times < order; times += 1) series = sums(series);
  return onGrid(series, grid);
}
