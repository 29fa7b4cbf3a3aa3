import { describe, expect, test } from "vitest";
import { priceOf } from "../../../lib/budget/limits.ts";

const price = (number: string, smsPrefixes: string[], smsPrices: Record<string, number> = {}) =>
  priceOf(number, { smsPrefixes, smsPrices });

describe("a text message", () => {
  test.each([
    ["+12125550123", "New York"],
    ["+14165550123", "Toronto"],
    ["+15555550123", "an area that is kept for examples"],
  ])("goes to %s (%s) where +1 is allowed", (number) => {
    expect(price(number, ["+1"])).toBe(1);
  });

  test.each([
    ["+18765550123", "Jamaica"],
    ["+18095550123", "the Dominican Republic"],
    ["+17875550123", "Puerto Rico"],
    ["+14415550123", "Bermuda"],
    ["+19005550123", "a premium number"],
    ["+18005550123", "a toll-free number"],
    ["+15005550123", "a personal number"],
    ["+19115550123", "no area"],
    ["+1212555012", "a digit too few"],
    ["+121255501234", "a digit too many"],
    ["+447700900123", "another country"],
  ])("never goes to %s (%s) where +1 is allowed", (number) => {
    expect(price(number, ["+1"])).toBeNull();
  });

  test("goes to a dear range once the operator names it, and to nothing beside it", () => {
    expect(price("+18765550123", ["+1", "+1876"])).toBe(1);
    expect(price("+18765550123", ["+1876"])).toBe(1);
    expect(price("+12125550123", ["+1876"])).toBeNull();
    expect(price("+447781123456", ["+44"])).toBeNull();
    expect(price("+447700900123", ["+44"])).toBe(1);
    expect(price("+77012345678", ["+7"])).toBeNull();
  });

  test("weighs what the longest prefix that fits costs", () => {
    const prices = { "+1": 1, "+1787": 4, "+49": 8 };
    const prefixes = Object.keys(prices);
    expect([price("+17875550123", prefixes, prices), price("+4915155550100", prefixes, prices)]).toEqual([
      4, 8,
    ]);
  });
});
