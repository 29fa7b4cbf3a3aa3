import { describe, expect, it } from "vitest";
import { unwrapEnvelope } from "../../../lib/readings/mqtt-envelope.ts";

const problem = (body: unknown) => {
  const outcome = unwrapEnvelope(body);
  return outcome.ok ? null : outcome.problem;
};

describe("a bridged MQTT message", () => {
  it("holds the object or array in the text of its payload", () => {
    expect(unwrapEnvelope({ topic: "a/b", payload: ' {"temp6":41}' })).toEqual({
      ok: true,
      value: { temp6: 41 },
    });
    expect(unwrapEnvelope({ payload: '[{"n":"a","v":1}]' })).toEqual({ ok: true, value: [{ n: "a", v: 1 }] });
  });

  it("holds its message before its payload", () => {
    expect(unwrapEnvelope({ payload: '{"a":1}', message: { b: 2 } })).toEqual({ ok: true, value: { b: 2 } });
    expect(unwrapEnvelope({ payload: '{"a":1}', message: null })).toEqual({ ok: true, value: { a: 1 } });
  });

  it("may have its payload as an object", () => {
    expect(unwrapEnvelope({ payload: { a: 1 } })).toEqual({ ok: true, value: { a: 1 } });
  });

  it.each(["18.25", "online", "ON", "null", '"{}"', "", 18.25, true])(
    "holds nothing in a payload of %j",
    (payload) => {
      expect(problem({ topic: "home/attic/temperature", payload })?.name).toBe("unusable_payload");
      expect(problem({ payload })?.sentence).toContain("send a JSON object");
    },
  );

  it("goes through the limits of a body", () => {
    expect(problem({ payload: "[".repeat(65) + "]".repeat(65) })?.name).toBe("nested_too_deep");
    expect(problem({ payload: '{"t":nan}' })).toMatchObject({ name: "invalid_json" });
    expect(problem({ payload: '{"t":nan}' })?.sentence).toContain("isnan()");
  });

  it.each([[null], [[]], ["x"], [{}], [{ topic: "a" }], [{ payload: null }]])("is none in %j", (body) => {
    expect(problem(body)?.name).toBe("unusable_payload");
  });
});
