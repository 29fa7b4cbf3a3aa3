import { describe, expect, test } from "vitest";
import { ByteSink, CorruptChunk } from "../../../lib/history/codec/bytes.ts";
import { openChunk, type Point, sealChunk, withChecksum } from "../../../lib/history/codec/chunk.ts";
import { bytesOf } from "./hex.ts";
import { every } from "./series-of-a-day.ts";

/** Whatever stands in them, with a checksum that is right. */
function checked(hex: string): Uint8Array {
  const sink = new ByteSink();
  for (const byte of bytesOf(hex)) sink.byte(byte);
  return withChecksum(sink);
}

const why = (bytes: Uint8Array): unknown => {
  try {
    return openChunk(bytes);
  } catch (error) {
    return error;
  }
};

describe("what has the right checksum and is still no chunk is refused with the reason", () => {
  test.each([
    ["bytes that are too few for a checksum and a version", bytesOf("00000000"), "only 4 bytes"],
    ["none at all", new Uint8Array(0), "only 0 bytes"],
    ["a changed byte", bytesOf("a10000000000"), "the checksum does not match"],
    ["a version to come", checked("a2"), "unknown version 162"],
    ["a version and no more", checked("a1"), "it ends too early"],
    ["no points", checked("a10000"), "0 points"],
    ["more points than a chunk has room for", checked("a10081808002"), "4194305 points"],
    ["as many as it has room for, of which there are none", checked("a10080808002"), "it ends too early"],
    ["an unknown unit of time", checked("a13001"), "an unknown unit of time"],
    ["an unknown packing of numbers", checked("a1000100010003"), "an unknown form of numbers"],
    ["an unknown order of differences", checked("a1000100010030"), "an unknown form of numbers"],
    ["times that stand still", checked("a100020001000000"), "times run backwards"],
    ["times that run backwards", checked("a100020001000001"), "times run backwards"],
    ["a run without a length", checked("a10003000100" + "0102"), "it ends too early"],
    ["a run of none", checked("a10003000100" + "010200"), "a run is longer than the chunk"],
    ["a run that is too long by one", checked("a10003000100" + "010203"), "a run is longer than the chunk"],
    ["more words than values", checked("a10f010001000002"), "more words than values"],
    [
      "a word that is not in the list",
      checked("a10f0100010000" + "0100" + "02010000"),
      "a value that is in no list",
    ],
    ["something behind its end", checked("a1000100010000" + "00010000" + "0a"), "it goes on after its end"],
  ])("%s", (_, bytes, reason) => {
    expect(why(bytes)).toEqual(new CorruptChunk(reason));
  });
});

describe("points that can be no chunk are refused with the reason", () => {
  const seal = (points: Point[]) => () => sealChunk(points);

  test.each<[string, Point[], string]>([
    ["none", [], "0 points"],
    ["more than a chunk has room for", new Array(2 ** 22 + 1), "4194305 points"],
    ["one value of three that is none", every(1, [1, Number.NaN, 2]), "A value is not finite"],
    ["half a microsecond", [{ atMicros: 0.5, value: 1 }], "Not whole microseconds: 0.5"],
    [
      "a moment twice",
      [
        { atMicros: 5, value: 1 },
        { atMicros: 5, value: 2 },
      ],
      "Not after the one before: 5",
    ],
    [
      "more than two years",
      [
        { atMicros: 0, value: 1 },
        { atMicros: 2 ** 46 + 1, value: 2 },
      ],
      "A chunk spans two years at most",
    ],
  ])("%s", (_, points, reason) => {
    expect(seal(points)).toThrow(new RangeError(reason));
  });
});
