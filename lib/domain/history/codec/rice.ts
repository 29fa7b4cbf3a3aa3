import { BitSink, BitSource } from "./bits.ts";
import type { Packing } from "./packing.ts";

/** This many ones announce a count written in full: one outlier must not cost a thousand bits. */
const ESCAPE_ONES = 20;
const FULL_BITS = 52;

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
