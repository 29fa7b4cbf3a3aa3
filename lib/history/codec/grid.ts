/** The line through a series that leaves the least to write: `first + step * (slope * index + offset)`. */
type Grid = { first: number; step: number; slope: number };

/** A series whose integers all lie this near its first one stays exact through every sum below. */
export const SPAN_MAX = 2 ** 46;

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
