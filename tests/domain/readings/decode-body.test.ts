import { describe, expect, it } from "vitest";
import { decodeSent, type SaidType } from "../../../lib/readings/decode-body.ts";
import { decodeBody, noNumbersIn } from "../../../lib/readings/decode-json.ts";
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

describe("a bare number that is none", () => {
  const words = [
    "nan",
    "NaN",
    "-nan",
    "NAN",
    "inf",
    "-inf",
    "Infinity",
    "-Infinity",
    "nan(ind)",
    "-nan(ind)",
  ];

  it.each(words)("is null, and the rest is read: %s", (word) => {
    expect(decode(`{"t":${word},"leak":true,"list":[ ${word} ,1, ${word}]}`)).toEqual({
      ok: true,
      value: { t: null, leak: true, list: [null, 1, null] },
    });
  });

  it("is left alone inside of strings and names", () => {
    expect(decode('{"nan":"a:nan,inf","t":nan}')).toEqual({ ok: true, value: { nan: "a:nan,inf", t: null } });
    expect(problem('{nan:1,"t":nan}')?.name).toBe("invalid_json");
    expect(problem('{"t":nano}')?.name).toBe("invalid_json");
  });

  it("costs work that grows with the body alone", () => {
    const body = `{"a":[${"nan,".repeat(16_000)}x`;
    const started = performance.now();
    expect(problem(body)?.name).toBe("invalid_json");
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe("a text under any content type", () => {
  const sent = (text: string, said: SaidType) => {
    const outcome = decodeSent(bytes(text), said);
    return outcome.ok ? outcome.value : outcome.problem.sentence;
  };

  it.each<SaidType>(["json", "other"])("is read as what it is, declared as %s", (said) => {
    const csv = '"time","temperature_c"\n"2026-11-26T22:00:00Z","20.5"';
    expect(sent(csv, said)).toMatchObject({ temperature_c: "20.5" });
    expect(sent(`\ufeff${csv}`, said)).toMatchObject({ temperature_c: "20.5" });
    expect(sent("cellar temp_c=5.3 1763800000000000000", said)).toMatchObject({
      metrics: [{ name: "cellar", fields: { temp_c: "5.3" } }],
    });
    expect(sent("up NaN\nroom_temperature_celsius 5.3", said)).toMatchObject({ status: "success" });
  });

  it("is a form under any name where it has several fields, and a table of one column where that is quoted", () => {
    for (const said of ["json", "other"] as const) {
      expect(sent("temp1=41.5&humidity1=55", said)).toMatchObject({ temp1: "41.5", humidity1: "55" });
      expect(sent('"temperature_c"\r\n"20.5"', said)).toMatchObject({ temperature_c: "20.5" });
    }
  });

  it("is refused by the name of the form that it has", () => {
    const sentence = (text: string) => {
      const outcome = decodeSent(bytes(text), "other");
      return outcome.ok ? null : outcome.problem.sentence;
    };
    expect(sentence("time,temperature_c\nnow,warm")).toMatch(/CSV/);
    expect(sentence("'time';'temperature_c'\n'now';'warm'")).toMatch(/CSV/);
    expect(sentence('room_temperature{room="attic"} warm')).toMatch(/Prometheus/);
    expect(sentence('{"t":07}')).toMatch(/JSON/);
  });

  it("says how many of its numbers are none", () => {
    expect(noNumbersIn(bytes('{"a":nan,"b":[-inf,1],"c":"nan"}'))).toBe(2);
    expect(noNumbersIn(bytes('{"a":1,"c":"nan, inf"}'))).toBe(0);
  });

  it("may have a typographic minus before a number", () => {
    expect(sent('{"temp_c":\u22125,"t":"\u22125 °C"}', "json")).toEqual({ temp_c: -5, t: "-5 °C" });
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
