import { describe, expect, test } from "vitest";
import { type Point, sealChunk } from "../../../lib/history/codec/chunk.ts";
import { day } from "./series-of-a-day.ts";

const bytesPerReading = (points: Point[]): number => sealChunk(points).length / points.length;

describe("a day at 15 minutes is small", () => {
  const drift = (index: number): number => Math.round(200 + 30 * Math.sin(index / 15) + ((index * 7) % 3));

  test("temperatures in tenths of a degree take under a byte a reading", () => {
    expect(bytesPerReading(day((index) => drift(index) / 10))).toBeLessThan(1);
  });

  test("humidities in half percents take under a byte a reading", () => {
    expect(bytesPerReading(day((index) => Math.round(drift(index) / 5) / 2))).toBeLessThan(1);
  });

  test("a door that opens four times, and a stuck value, take a fraction of a byte", () => {
    expect(bytesPerReading(day((index) => (index % 24 === 5 ? 1 : 0)))).toBeLessThan(0.4);
    expect(bytesPerReading(day(() => 21.5))).toBeLessThan(0.3);
  });

  test("receive times that wander by half a second stay under three bytes", () => {
    const points = day((index) => drift(index) / 10).map(({ atMicros, value }, index) => ({
      atMicros: atMicros + ((index * 7_919) % 1_000) * 1_000,
      value,
    }));
    expect(bytesPerReading(points)).toBeLessThan(3);
  });

  test("tenths of °C sent as °F take half of what floats do", () => {
    expect(bytesPerReading(day((index) => (drift(index) / 10) * 1.8 + 32))).toBeLessThan(4);
  });

  test("tenths that went through 32-bit floats cost no more than tenths", () => {
    const tenths = sealChunk(day((index) => drift(index) / 10));
    expect(sealChunk(day((index) => Math.fround(drift(index) / 10))).length).toBe(tenths.length);
  });

  test("noise costs at most a tenth more than its eight bytes", () => {
    const noise = day((index) => Math.sin(index * index) * 10 ** (index % 7));
    expect(bytesPerReading(noise)).toBeLessThan(8.8);
  });
});
