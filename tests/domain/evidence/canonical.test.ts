import { describe, expect, test } from "vitest";
import { canonicalText } from "../../../lib/evidence/canonical-text.ts";

describe("the canonical text", () => {
  test("is that of RFC 8785's own example", () => {
    // biome-ignore lint/correctness/noPrecisionLoss: the example's own numbers
    const numbers = [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001];
    const string = "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/";
    const literals = [null, true, false];
    expect(canonicalText({ numbers, string, literals })).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test("sorts names by their UTF-16 code units, as the RFC's section 3.2.3 has them", () => {
    const names = ["\u20ac", "\r", "\ufb33", "1", "\u{1f600}", "\u0080", "\u00f6"];
    const told = Object.fromEntries(names.map((name) => [name, 0]));
    const sorted = ["1", "\r", "\u0080", "\u00f6", "\u20ac", "\u{1f600}", "\ufb33"];
    expect(Object.keys(JSON.parse(canonicalText(told)))).toEqual(sorted);
  });

  test("is the same whatever order the names were written in, and leaves out what is undefined", () => {
    expect(canonicalText({ b: 1, a: { d: 2, c: undefined } })).toBe('{"a":{"d":2},"b":1}');
  });
});
