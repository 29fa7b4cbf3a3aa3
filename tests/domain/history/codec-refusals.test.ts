import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CorruptChunk } from "../../../lib/history/codec/bytes.ts";
import { openChunk, sealChunk } from "../../../lib/history/codec/chunk.ts";
import { day } from "./series-of-a-day.ts";

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
