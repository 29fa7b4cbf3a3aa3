import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBody } from "../../../lib/readings/decode-json.ts";
import { READING_LIMITS } from "../../../lib/readings/limits.ts";
import { readPayload } from "../../../lib/readings/read-payload.ts";
import type { ParsedReading } from "../../../lib/readings/reading.ts";
import { unwrapEnvelope } from "../../../lib/readings/received-body/received-body.ts";
import { isNeverSensor } from "../../../lib/readings/sensor-keys.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { PROBLEMS } from "../../../schema/problems.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { NOW } from "./support.ts";

const prototypeBefore = Object.getOwnPropertyNames(Object.prototype).join();

const expectSound = (reading: ParsedReading): void => {
  const { key, label, value, atMs, unit } = reading;
  expect(Math.abs(value) <= LIMITS.readingMagnitudeMax && !Object.is(value, -0)).toBe(true);
  expect(reading.isState ? value === 0 || value === 1 : true).toBe(true);
  expect([...key].length).toBeGreaterThan(0);
  expect([...key].length).toBeLessThanOrEqual(64);
  expect(isNeverSensor(key)).toBe(false);
  for (const text of [key, label, unit ?? ""]) {
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/\p{Cc}/u);
  }
  if (atMs === null) return;
  expect(atMs).toBeGreaterThanOrEqual(Date.UTC(READING_LIMITS.ownTimeYearMin, 0));
  expect(atMs).toBeLessThanOrEqual(NOW.getTime() + 300_000);
};

/** Whatever comes in: readings that can be stored as they are, or a refusal of the caller's making. */
const expectSoundOutcome = (body: unknown): void => {
  const outcome = readPayload(body, { now: NOW });
  expect(readPayload(body, { now: NOW })).toEqual(outcome);
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(prototypeBefore);
  if (!outcome.ok) {
    expect(PROBLEMS[outcome.problem.name].status).toBe(400);
    expect((outcome.problem.sentence ?? "").isWellFormed()).toBe(true);
    return;
  }
  const { readings, faultyKeys } = outcome.value;
  expect(readings.length).toBeLessThanOrEqual(READING_LIMITS.ingestReadingsMax);
  for (const reading of readings) expectSound(reading);
  const moments = readings.map(({ key, atMs }) => JSON.stringify([key, atMs ?? NOW.getTime()]));
  expect(new Set(moments).size).toBe(readings.length);
  expect(readings.filter(({ key }) => faultyKeys.includes(key))).toEqual([]);
};

const name = fc.oneof(
  fc.constantFrom(
    "temp",
    "temp1",
    "humidity",
    "door",
    "leak",
    "battery",
    "rssi",
    "TempUnit",
    "__proto__",
    "constructor",
  ),
  fc.constantFrom(
    "sensors",
    "state",
    "attributes",
    "Time",
    "DS18B20",
    "data",
    "tags",
    "wifi_sta",
    "temperature:0",
    "id",
  ),
  fc.string({ unit: anyCharacter, maxLength: 90 }),
);
const scalar = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, -0, -127, -196.6, Number.POSITIVE_INFINITY, "on", "21.5", "nan", "unavailable", "C"),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
);
const json = fc.letrec<{ any: unknown; object: unknown }>((tie) => ({
  any: fc.oneof({ depthSize: "small" }, scalar, fc.array(tie("any"), { maxLength: 6 }), tie("object")),
  object: fc.array(fc.tuple(name, tie("any")), { maxLength: 8 }).map((entries) => {
    const object = {};
    for (const [key, value] of entries) {
      Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
    }
    return object;
  }),
}));

const BODIES: [string, fc.Arbitrary<unknown>][] = [
  ["of arbitrary JSON", json.any],
  ["of arbitrary members", json.object],
];

describe("every body", () => {
  it.each(BODIES)("%s gives sound readings or a refusal", (_, bodies) => {
    fc.assert(
      fc.property(bodies, (body) => {
        expectSoundOutcome(body);
        // Text that has been through JSON has no -0, Infinity or undefined left to tell apart.
        expectSoundOutcome(JSON.parse(JSON.stringify(body)));
      }),
      { numRuns: 300 },
    );
  });

  it.each(BODIES)("%s has the same answer inside an MQTT message", (_, bodies) => {
    fc.assert(
      fc.property(bodies, (body) => {
        const value: unknown = JSON.parse(JSON.stringify(body));
        fc.pre(typeof value === "object" && value !== null);
        const unwrapped = unwrapEnvelope({ payload: JSON.stringify(value) });
        expect(unwrapped).toEqual({ ok: true, value });
        expect(unwrapEnvelope({ message: value })).toEqual({ ok: true, value });
      }),
      { numRuns: 100 },
    );
  });

  it("of arbitrary bytes is decoded or refused", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const outcome = decodeBody(bytes);
        if (outcome.ok) expectSoundOutcome(outcome.value);
        else expect(PROBLEMS[outcome.problem.name].status).toBe(400);
      }),
      { numRuns: 1_000 },
    );
  });

  it("of damaged JSON is decoded as JSON.parse does, or refused", () => {
    const damaged = fc.tuple(fc.json(), fc.nat(), fc.string({ unit: "grapheme-ascii", maxLength: 2 }));
    fc.assert(
      fc.property(damaged, ([text, place, put]) => {
        const at = place % (text.length + 1);
        const broken = text.slice(0, at) + put + text.slice(at + 1);
        const outcome = decodeBody(new TextEncoder().encode(broken));
        if (outcome.ok) expect(outcome.value).toEqual(JSON.parse(broken));
        else expect(["invalid_json", "empty_body", "nested_too_deep"]).toContain(outcome.problem.name);
      }),
      { numRuns: 1_000 },
    );
  });
});
