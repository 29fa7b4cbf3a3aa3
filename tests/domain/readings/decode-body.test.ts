import { describe, expect, it } from "vitest";
import { decodeBody, inUtf8, noNumbersIn } from "../../../lib/readings/json.ts";
import { READING_LIMITS } from "../../../lib/readings/limits.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const problem = (body: Uint8Array | string) => {
  const outcome = decodeBody(typeof body === "string" ? bytes(body) : body);
  return outcome.ok ? null : outcome.problem.name;
};

describe("the bytes of a body", () => {
  it.each(["22ff22", "22c0af22", "22eda08022", "22e282", "7b22cec2b6c8223a317d"])(
    "are refused where they are neither UTF-8 nor letters of Latin-1: %s",
    (hex) => {
      expect(problem(inUtf8(Buffer.from(hex, "hex")))).toBe("not_utf8");
    },
  );

  it.each([
    ["application/json; charset=iso-8859-1", Buffer.from('{"t":"4,5 °C"}', "latin1")],
    ["text/plain", Buffer.from('\ufeff{"t":"4,5 °C"}', "utf16le")],
    ["text/plain; charset=iso-8859-1", Buffer.from('{"t":"4,5 °C"}')],
    ["nothing, as simple firmware does", Buffer.from('{"t":"4,5 °C"}', "latin1")],
  ])("are read in the named encoding, or the one that their letters show: %s", (type, raw) => {
    expect(new TextDecoder().decode(inUtf8(raw, type))).toBe('{"t":"4,5 °C"}');
  });

  it("nest to the limit and not beyond it", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(problem(nested(READING_LIMITS.ingestNestingMax))).toBeNull();
    expect(problem(nested(READING_LIMITS.ingestNestingMax + 1))).toBe("nested_too_deep");
    expect(problem("[".repeat(30_000))).toBe("nested_too_deep");
    expect(problem('{"a":'.repeat(65))).toBe("nested_too_deep");
    expect(problem(`["\\"",${nested(80)}]`)).toBe("nested_too_deep");
    expect(problem(JSON.stringify({ note: `\\"${"{".repeat(200)}\\` }))).toBeNull();
  });

  it("say how many of their numbers are none, but for those in strings and names", () => {
    expect(noNumbersIn(bytes('{"a":nan,"b":[-inf,1],"c":"nan"}'))).toBe(2);
    expect(noNumbersIn(bytes('{"a":1,"c":"nan, inf"}'))).toBe(0);
    expect(decodeBody(bytes('{"nan":"a:nan,inf","t":nan}'))).toEqual({
      ok: true,
      value: { nan: "a:nan,inf", t: null },
    });
    expect(problem('{nan:1,"t":nan}')).toBe("invalid_json");
  });
});
