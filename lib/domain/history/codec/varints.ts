import { varintBytes } from "./bytes.ts";
import type { Packing } from "./packing.ts";

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
