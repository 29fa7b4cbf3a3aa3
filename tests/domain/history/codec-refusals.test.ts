import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CorruptChunk } from "../../../lib/history/codec/bytes.ts";
import { openChunk, sealChunk } from "../../../lib/history/codec/chunk.ts";
import { day, every } from "./series-of-a-day.ts";

describe("bytes that are no chunk are refused", () => {
  const sealed = sealChunk(day((index) => Math.round(200 + 30 * Math.sin(index / 15)) / 10));

  test("whichever single bit has changed", () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = sealed.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => openChunk(changed)).toThrow(CorruptChunk);
    }
  });

  test("wherever it was cut off, or when something follows", () => {
    for (let end = 0; end < sealed.length; end += 1) {
      expect(() => openChunk(sealed.subarray(0, end))).toThrow(CorruptChunk);
    }
    expect(() => openChunk(Uint8Array.of(...sealed, 0))).toThrow(CorruptChunk);
  });

  test("whatever they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(() => openChunk(bytes)).toThrow(CorruptChunk);
      }),
    );
  });
});

describe("points that can't be a chunk are refused", () => {
  test.each([
    ["none at all", []],
    ["two at one moment", every(0, [1, 2])],
    ["times that run backwards", every(-1, [1, 2])],
    ["half a microsecond", [{ atMicros: 0.5, value: 1 }]],
    ["more than two years", every(2 ** 46 + 1, [1, 2])],
    ["NaN", every(1, [Number.NaN])],
    ["infinity", every(1, [Number.POSITIVE_INFINITY])],
  ])("%s", (_, points) => {
    expect(() => sealChunk(points)).toThrow(RangeError);
  });
});
