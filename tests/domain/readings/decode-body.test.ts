import { describe, expect, it } from "vitest";
import { decodeBody } from "../../../lib/readings/decode-body.ts";
import { READING_LIMITS } from "../../../lib/readings/limits.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (text: string) => decodeBody(bytes(text));
const problem = (body: Uint8Array | string) => {
  const outcome = typeof body === "string" ? decode(body) : decodeBody(body);
  return outcome.ok ? null : outcome.problem;
};
const MARK = "\ufeff";

describe("the bytes of a body", () => {
  it("become the JSON value they hold", () => {
    expect(decode(' {"temp4": 61.5} ')).toEqual({ ok: true, value: { temp4: 61.5 } });
  });

  it.each([[""], ["  \r\n\t"], [MARK], [`${MARK} `]])("are an empty body where they are %j", (text) => {
    expect(problem(text)?.name).toBe("empty_body");
  });

  it("may begin with one byte order mark, not with two", () => {
    expect(decode(`${MARK}[]`).ok).toBe(true);
    expect(problem(`${MARK}${MARK}[]`)?.name).toBe("invalid_json");
  });

  it.each([
    [[0x22, 0xff, 0x22]],
    [[0x22, 0xc0, 0xaf, 0x22]],
    [[0x22, 0xed, 0xa0, 0x80, 0x22]],
    [[0x22, 0xe2, 0x82]],
  ])("are refused where they are not UTF-8: %j", (raw) => {
    expect(problem(Uint8Array.from(raw))?.name).toBe("not_utf8");
  });
});

describe("the nesting of a body", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

  it("may reach the limit and not go beyond it", () => {
    expect(decode(nested(READING_LIMITS.ingestNestingMax)).ok).toBe(true);
    expect(problem(nested(READING_LIMITS.ingestNestingMax + 1))?.name).toBe("nested_too_deep");
    expect(problem("[".repeat(30_000))?.name).toBe("nested_too_deep");
    expect(problem('{"a":'.repeat(65))?.name).toBe("nested_too_deep");
  });

  it("is not counted inside of strings", () => {
    expect(decode(JSON.stringify({ note: "[".repeat(200) })).ok).toBe(true);
    expect(decode(JSON.stringify({ note: `\\"${"{".repeat(200)}\\` })).ok).toBe(true);
  });

  it("is not hidden by an escaped quote before it", () => {
    expect(problem(`["\\"",${nested(80)}]`)?.name).toBe("nested_too_deep");
    expect(problem(`["\\\\",${nested(80)}]`)?.name).toBe("nested_too_deep");
  });
});

describe("text that is no JSON", () => {
  it.each([
    ['{"t":', "too early"],
    ['{"t":}', "position 5"],
    ['{"t":3,}', "position 7"],
    ["{t:3}", "position 1"],
    ['{"t":3}x', "position 7"],
    ['{"t":3}{', "position 7"],
    ['{"t":07}', "position 5"],
    ["t=3&u=4", "send JSON"],
    ['{"t":nan}', "isnan()"],
    ['{"t":-NaN}', "isnan()"],
    ['{"t":inf}', "isfinite()"],
    ['{"t":unavailable}', "position 5"],
    ['{"t":True}', "quotes or lower case"],
  ])("is refused with where and why: %s", (text, hint) => {
    expect(problem(text)?.name).toBe("invalid_json");
    expect(problem(text)?.sentence).toMatch(/^Invalid JSON/);
    expect(problem(text)?.sentence).toContain(hint);
  });

  it("is never repeated in the answer", () => {
    expect(problem('{"wifi":hunter2}')?.sentence).not.toContain("hunter2");
    expect(problem('{"wifi" "hunter2"}')?.sentence).not.toContain("hunter2");
  });
});
