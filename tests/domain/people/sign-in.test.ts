import { describe, expect, test } from "vitest";
import { newSignInCode, sameCode } from "../../../lib/people/sign-in.ts";

const drawing = (...draws: number[][]) => {
  const rest = draws.map((bytes) => Uint8Array.from(bytes));
  return () => rest.shift() ?? Uint8Array.of(0, 0, 0, 0);
};

describe("a sign-in code", () => {
  test("has six digits, the small ones too", () => {
    expect(newSignInCode(drawing([0, 0, 0, 7]))).toBe("000007");
    expect(newSignInCode(drawing([0, 15, 66, 63]))).toBe("999999");
  });

  test("is drawn again where four bytes would favour the low codes", () => {
    // 4,294,000,000 is the first of the draws that a whole number of rounds does not cover.
    expect(newSignInCode(drawing([0xff, 0xf1, 0x3d, 0x80], [0, 0, 0, 1]))).toBe("000001");
    expect(newSignInCode(drawing([0xff, 0xf1, 0x3d, 0x7f], [0, 0, 0, 1]))).toBe("999999");
  });

  test("takes every first digit about as often as any other", () => {
    const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
    const counts = Array<number>(10).fill(0);
    for (let draws = 0; draws < 20_000; draws += 1) {
      const digit = Number(newSignInCode(random)[0]);
      counts[digit] = (counts[digit] ?? 0) + 1;
    }
    // χ² with nine degrees of freedom: beyond 40 it would be so once in 100,000 times.
    expect(counts.reduce((sum, count) => sum + (count - 2_000) ** 2 / 2_000, 0)).toBeLessThan(40);
  });

  test("is the same only where every character is", () => {
    expect(sameCode("123456", "123456")).toBe(true);
    for (const other of ["123457", "023456", "12345", "1234567", "", "１23456"])
      expect(sameCode(other, "123456")).toBe(false);
  });
});
