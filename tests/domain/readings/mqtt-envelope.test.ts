import { describe, expect, it } from "vitest";
import { unwrapEnvelope } from "../../../lib/readings/received-body/received-body.ts";
import { briefs } from "./support.ts";

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

  it.each(["online", "ON", "null", '"{}"', "", true])("holds nothing in a payload of %j", (payload) => {
    expect(problem({ topic: "home/attic/temperature", payload })?.name).toBe("unusable_payload");
    expect(problem({ payload })?.sentence).toContain("send a JSON object");
  });

  it.each([
    ["home/attic/temperature", "18.25", ["home/attic/temperature temperature 18.25 °C?"]],
    [
      "homeassistant/sensor/wallace_temperature/state",
      21.4,
      ["homeassistant/sensor/wallace_temperature temperature 21.4 °C?"],
    ],
    [
      "N/b827eb6a2d1c/temperature/24/Temperature",
      { value: 4.2 },
      ["N/b827eb6a2d1c/temperature/24/Temperature temperature 4.2 °C?"],
    ],
    [
      "N/b827eb6a2d1c/temperature/24/Temperature",
      '{"value":4.2,"max":50,"min":-10}',
      ["N/b827eb6a2d1c/temperature/24/Temperature temperature 4.2 °C?"],
    ],
    ["zigbee/cellar/water_leak", "ON", ["zigbee/cellar/water_leak flood 1!"]],
  ])("is about its topic %s where its payload is a bare %j", (topic, payload, reads) => {
    const outcome = unwrapEnvelope({ topic, payload });
    expect(outcome.ok ? briefs(outcome.value) : null).toEqual(reads);
  });

  it.each([
    ["home/attic/temperature/set", "18.25"],
    ["home/attic", "18.25"],
    ["home/attic/temperature", null],
    [`${"a/".repeat(200)}temperature`, "18.25"],
  ])("says nothing by its topic %s and %j", (topic, payload) => {
    expect(problem({ topic, payload })?.name).toBe("unusable_payload");
  });

  it("says by its own names what it holds, whatever its topic is", () => {
    const payload = { temp1: 41, value: 3 };
    expect(unwrapEnvelope({ topic: "home/attic/temperature", payload })).toEqual({
      ok: true,
      value: payload,
    });
  });

  it("goes through the limits of a body", () => {
    expect(problem({ payload: "[".repeat(65) + "]".repeat(65) })?.name).toBe("nested_too_deep");
    expect(problem({ payload: '{"t":None}' })).toMatchObject({ name: "invalid_json" });
    expect(problem({ payload: '{"t":None}' })?.sentence).toContain("a bare word");
  });

  it.each([[null], [[]], ["x"], [{}], [{ topic: "a" }], [{ payload: null }]])("is none in %j", (body) => {
    expect(problem(body)?.name).toBe("unusable_payload");
  });
});
