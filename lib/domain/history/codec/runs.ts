import { varintBytes } from "./bytes.ts";
import { CorruptChunk } from "./corrupt-chunk.ts";
import type { Packing } from "./packing.ts";

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
