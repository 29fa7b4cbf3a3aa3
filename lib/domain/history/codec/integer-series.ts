import type { ByteSink, ByteSource } from "./bytes.ts";
import { CorruptChunk } from "./corrupt-chunk.ts";
import { gridOf, offsets, onGrid } from "./grid.ts";
import type { Packing } from "./packing.ts";
import { rice } from "./rice.ts";
import { runs } from "./runs.ts";
import { varints } from "./varints.ts";
import { unzigzag, zigzag } from "./zigzag.ts";

/** Their places are written into chunks: new ones go to the end. */
const PACKINGS: readonly Packing[] = [varints, runs, rice];

/** 0: as they are, 1: differences, 2: differences of differences. */
const ORDERS = [0, 1, 2] as const;

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
  let series: Float64Array = packing.read(source, length - 1).map(unzigzag);
  for (let times = 0; times < order; times += 1) series = sums(series);
  return onGrid(series, grid);
}
