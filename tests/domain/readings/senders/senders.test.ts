import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ParsedReading } from "../../../../lib/readings/reading.ts";
import { SENDERS, sendersOf } from "../../../../lib/readings/senders/all.ts";
import rows from "../../../../lib/readings/senders/senders.json" with { type: "json" };
import { readLines } from "../../../support/json-lines.ts";
import { expectUnusable, read } from "../support.ts";

/** A body from the manufacturer's documentation, typed by hand, with its expected readings. */
type Fixture = { source: string; body: unknown; reads: string[]; health: object };

const FIXTURES = readLines<Fixture>(join(import.meta.dirname, "fixtures.jsonl"));

const told = ({ key, label, kind, value, unit, ...reading }: ParsedReading): string => {
  const notes = [
    reading.unitAssumed ? " (assumed)" : "",
    reading.isState ? " (state)" : "",
    reading.trueMeans ? " (true is closed)" : "",
  ];
  return `${key}: ${label}, ${kind} ${value}${unit === null ? "" : ` ${unit}`}${notes.join("")}`;
};

describe("what popular senders post", () => {
  it.each(FIXTURES)("is read from $source", ({ body, reads, health }) => {
    const payload = read(body);
    expect(payload.readings.map(told).toSorted()).toEqual(reads.toSorted());
    expect(payload.health).toEqual(health);
  });

  it("means the same in whatever order its members stand", () => {
    const all = (body: unknown) => {
      const { readings, health } = read(body);
      return { readings: readings.map(told).toSorted(), health };
    };
    for (const { source, body } of FIXTURES)
      expect({ source, ...all(reversed(body)) }).toEqual({ source, ...all(body) });
  });

  it("is claimed by one sender at most", () => {
    for (const { source, body } of FIXTURES) {
      const claimed = [...sendersOf(body)].map(({ name }) => name);
      expect([source, ...claimed].length).toBeLessThanOrEqual(2);
    }
  });

  it("has a fixture of every sender", () => {
    const claimed = new Set(FIXTURES.flatMap(({ body }) => [...sendersOf(body)].map(({ name }) => name)));
    expect(SENDERS.map(({ name }) => name).filter((name) => !claimed.has(name))).toEqual([]);
  });

  it("has rows with no option that nobody reads", () => {
    const row =
      /^(?:name|marks|when|temperature|pressure|byName|others|fields|isComplete|isNetwork|like|things)$/;
    const thing = /^(?:at|if|where|id|name|in|members|pairs|names|walk|radio)$/;
    const field = /^(?:kind|unit|times|as|label|trueMeans|plus|on|if)$/;
    const unread = (all: unknown[], known: RegExp) =>
      all.flatMap((one) => Object.keys(one ?? {})).filter((name) => !known.test(name));
    const inside = (name: "fields" | "things") =>
      rows.flatMap((one) => Object.values({ ...(one as { fields?: object; things?: object })[name] }).flat());
    expect([unread(rows, row), unread(inside("things"), thing), unread(inside("fields"), field)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it("reads the door of SwitchBot's locks by its words, and takes a number for a code", () => {
    const body = (type: string, state: object) => ({
      statusCode: 100,
      body: { deviceId: "A1", deviceType: type, ...state },
    });
    const kinds = (one: unknown) => read(one).readings.map(({ kind, value }) => `${kind} ${value}`);
    expect(kinds(body("Smart Lock", { doorState: "open", battery: 90 }))).toEqual(["door 1"]);
    expect(kinds(body("Relay Switch 1PM", { power: 10 }))).toEqual(["power 10"]);
    expectUnusable(body("Garage Door Opener", { doorState: 1, power: "on" }));
  });

  const without = readLines<[string, object]>(join(import.meta.dirname, "without-reading.jsonl"));
  it.each(without)("gives no reading of %s", (_, body) => {
    if ("battery" in body) expect(read(body).readings).toEqual([]);
    else expectUnusable(body);
  });
});

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([name, inner]) => [name, reversed(inner)]));
};
