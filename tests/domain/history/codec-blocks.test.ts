import { describe, expect, test } from "vitest";
import {
  BitSink,
  BitSource,
  ByteSink,
  ByteSource,
  CorruptChunk,
  unzigzag,
  varintBytes,
  zigzag,
} from "../../../lib/history/codec/bytes.ts";
import { crc32 } from "../../../lib/kernel/crc32.ts";
import { bytesOf, hexOf } from "./hex.ts";

const sinkOf = (write: (sink: ByteSink) => void): ByteSink => {
  const sink = new ByteSink();
  write(sink);
  return sink;
};
const written = (write: (sink: ByteSink) => void): string => hexOf(sinkOf(write).toBytes());
const sourceOf = (hex: string): ByteSource => new ByteSource(bytesOf(hex), hex.length / 2);

describe("bits are written the most significant first", () => {
  test.each<[string, string, [value: number, count: number][]]>([
    ["none", "", []],
    ["a single one", "80", [[1, 1]]],
    ["a whole byte", "ab", [[0xab, 8]]],
    [
      "two pieces of a byte",
      "a2",
      [
        [0b101, 3],
        [0b0001, 4],
      ],
    ],
    [
      "24 behind a single one",
      "d5e6f780",
      [
        [1, 1],
        [0xab_cdef, 24],
      ],
    ],
    ["25, which are two pieces", "80000080", [[0x100_0001, 25]]],
    ["53, which are three pieces", "ff6e5d4c3b2a18", [[0x1f_edcb_a987_6543, 53]]],
    [
      "53 behind three",
      "bfedcba9876543",
      [
        [0b101, 3],
        [0x1f_edcb_a987_6543, 53],
      ],
    ],
  ])("%s", (_, hex, pieces) => {
    const sink = sinkOf((bytes) => {
      const bits = new BitSink(bytes);
      for (const [value, count] of pieces) bits.write(value, count);
      bits.flush();
    });
    expect(hexOf(sink.toBytes())).toBe(hex);
    const source = sourceOf(hex);
    const bits = new BitSource(source);
    for (const [value, count] of pieces) expect(bits.read(count)).toBe(value);
    expect(source.isAtEnd).toBe(true);
  });

  test("what is written behind a flush begins a byte of its own", () => {
    const hex = written((sink) => {
      const bits = new BitSink(sink);
      bits.write(1, 1);
      bits.flush();
      bits.flush();
      bits.write(0b11, 2);
      bits.flush();
    });
    expect(hex).toBe("80c0");
  });

  test("ones are counted up to the zero that ends them, or to the most there may be", () => {
    const bits = new BitSource(sourceOf("ec"));
    expect([bits.ones(20), bits.ones(2), bits.ones(2)]).toEqual([3, 2, 0]);
  });
});

describe("numbers of seven bits a byte, the lowest first", () => {
  test.each([
    [0, "00"],
    [127, "7f"],
    [128, "8001"],
    [300, "ac02"],
    [16_383, "ff7f"],
    [16_384, "808001"],
    [2 ** 49, "8080808080808001"],
    [2 ** 53, "8080808080808010"],
  ])("%i", (value, hex) => {
    expect(written((sink) => sink.unsigned(value))).toBe(hex);
    expect(varintBytes(value)).toBe(hex.length / 2);
    expect(sourceOf(hex).unsigned()).toBe(value);
  });

  test.each([
    [0, 0],
    [-1, 1],
    [1, 2],
    [-2, 3],
    [2 ** 51, 2 ** 52],
    [-(2 ** 51), 2 ** 52 - 1],
  ])("%i with its sign is %i", (value, count) => {
    expect(zigzag(value)).toBe(count);
    expect(unzigzag(count)).toBe(value);
    const sink = sinkOf((bytes) => bytes.signed(value));
    expect(new ByteSource(sink.toBytes(), sink.length).signed()).toBe(value);
  });

  test("one of nine bytes was written by nobody", () => {
    expect(() => sourceOf("808080808080808001").unsigned()).toThrow(new CorruptChunk("a number is too long"));
  });
});

describe("bytes", () => {
  const counted = (length: number) =>
    sinkOf((sink) => {
      for (let index = 0; index < length; index += 1) sink.byte(index % 256);
    });

  test.each([0, 1, 63, 64, 65, 128, 129, 1_000])("%i of them come out as they went in", (length) => {
    const sink = counted(length);
    expect(sink.length).toBe(length);
    expect(sink.toBytes()).toEqual(Uint8Array.from({ length }, (_, index) => index % 256));
  });

  test.each([
    [0, 0],
    [10, 54],
    [10, 55],
    [3, 300],
    [300, 3],
  ])("%i and %i appended are one behind the other", (first, second) => {
    const sink = counted(first);
    sink.append(counted(second));
    expect(hexOf(sink.toBytes())).toBe(hexOf(counted(first).toBytes()) + hexOf(counted(second).toBytes()));
    sink.byte(7);
    expect(sink.length).toBe(first + second + 1);
    expect(sink.toBytes().at(-1)).toBe(7);
  });

  test("what was taken out of a sink does not change when it goes on", () => {
    const sink = counted(3);
    const taken = sink.toBytes();
    sink.byte(9);
    expect(hexOf(taken)).toBe("000102");
  });

  test("none are read from the end on, though there are more behind it", () => {
    const source = new ByteSource(bytesOf("0102ff"), 2);
    expect(source.isAtEnd).toBe(false);
    expect([source.byte(), source.byte()]).toEqual([1, 2]);
    expect(source.isAtEnd).toBe(true);
    expect(() => source.byte()).toThrow(new CorruptChunk("it ends too early"));
  });
});

describe("the checksum is the one of zip and png", () => {
  test.each([
    ["of nothing", [], "00000000"],
    ["of a byte", [0], "d202ef8d"],
    ["of the digits 1 to 9, its published check value", [...Buffer.from("123456789")], "cbf43926"],
    ["of every byte there is", Array.from({ length: 256 }, (_, byte) => byte), "29058c73"],
  ])("%s", (_, bytes, hex) => {
    const sum = crc32(Uint8Array.from(bytes));
    expect(sum.toString(16).padStart(8, "0")).toBe(hex);
  });

  test("of the bytes before the end alone", () => {
    expect(crc32(Uint8Array.of(0, 1, 2), 0, 1)).toBe(0xd202_ef8d);
  });
});

test("a chunk that is refused says so by a name of its own, and why", () => {
  const refused = new CorruptChunk("it is torn");
  expect([refused.name, refused.message]).toEqual(["CorruptChunk", "Corrupt history chunk: it is torn"]);
});
