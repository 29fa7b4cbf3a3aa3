import { describe, expect, test } from "vitest";
import { decodeSent } from "../../../lib/readings/decode-body.ts";
import { readPayload } from "../../../lib/readings/read-payload.ts";
import { NOW } from "./support.ts";

const [NEW, OLD] = [NOW.getTime() - 1_000, NOW.getTime() - 7_200_000];
const iso = (at: number) => new Date(at).toISOString();

const FORMS: [string, (at: number, celsius: number) => object][] = [
  ["ThingsBoard's batch", (at, celsius) => ({ ts: at, values: { temp_c: celsius } })],
  ["flat, in seconds", (at, celsius) => ({ timestamp: at / 1_000, temp_c: celsius })],
  ["flat, in words", (at, celsius) => ({ time: iso(at), temp_c: celsius })],
];
const WRAPPED: [string, (list: object[]) => unknown][] = [
  ["a bare array", (list) => list],
  ["readings", (readings) => ({ readings })],
  ["data beside a name", (data) => ({ device: "Cellar node", data })],
];

const readings = (body: unknown) => {
  const outcome = readPayload(body, { now: NOW });
  if (!outcome.ok) throw new Error(outcome.problem.sentence ?? outcome.problem.name);
  return outcome.value.readings.map(({ value, atMs }) => [value, atMs]);
};

describe("records with times of their own", () => {
  const both = [
    [-5, OLD],
    [20, NEW],
  ];

  describe.each(FORMS)("%s", (_, record) => {
    test.each(WRAPPED)("are each at their time, in whatever order: %s", (_name, wrap) => {
      expect(readings(wrap([record(NEW, 20), record(OLD, -5)]))).toEqual(both);
      expect(readings(wrap([record(OLD, -5), record(NEW, 20)]))).toEqual(both);
    });
  });

  test("are lines of a CSV with a time in its first column", () => {
    const csv = `time,temp_c\n${iso(NEW)},20\n${iso(OLD)},-5`;
    const decoded = decodeSent(new TextEncoder().encode(csv), "other");
    expect(decoded.ok && readings(decoded.value)).toEqual(both);
  });

  test("are never now because they are old", () => {
    const [, record] = FORMS[0] ?? [];
    const month = NOW.getTime() - 30 * 86_400_000;
    expect(readings([record?.(month, 5), record?.(OLD, 4)])).toEqual([
      [5, month],
      [4, OLD],
    ]);
  });

  test("are none where they are called differently: these are several things", () => {
    const rooms = [
      { name: "Attic", time: iso(NEW), temp_c: 20 },
      { name: "Cellar", time: iso(OLD), temp_c: 5 },
    ];
    expect(readings(rooms).map(([, atMs]) => atMs)).toEqual([null, null]);
  });
});

describe("recorded_at", () => {
  const SAID: [string, unknown][] = [
    ["text with a zone", iso(OLD)],
    ["text with an offset", iso(OLD).replace("Z", "+00:00")],
    ["seconds", OLD / 1_000],
    ["milliseconds", OLD],
  ];
  const OWN: [string, object][] = [
    ["flat keys", { temp1: 20 }],
    ["typed sensors", { sensors: [{ key: "pipe", kind: "temperature", unit: "°F", value: 20 }] }],
    ["the classic object", { temp: { 1: { f: 20 } } }],
  ];

  describe.each(OWN)("in a body of %s", (_, body) => {
    test.each(SAID)("as %s dates all of it, and is no sensor", (_form, recorded_at) => {
      expect(readings({ ...body, recorded_at })).toEqual([[20, OLD]]);
    });
    test("in an array dates each, in whatever order", () => {
      const buffer = [
        { ...body, recorded_at: NEW },
        { ...body, recorded_at: OLD / 1_000 },
      ];
      expect(readings(buffer)).toEqual([
        [20, OLD],
        [20, NEW],
      ]);
    });
    test.each([
      [null],
      [""],
      ["2026-11-27T10:00:00"],
      [21],
      [0],
      [946_684_800],
      ["2000-01-01T00:00:00Z"],
      [NEW + 600_000],
    ])("%j is that of a clock that was never set", (recorded_at) => {
      expect(readings({ ...body, recorded_at })).toEqual([[20, null]]);
    });
  });

  test("in an item dates that item before the body's own", () => {
    const sensors = [
      { key: "a", value: 1, recorded_at: OLD },
      { key: "a", value: 2, recorded_at: NEW },
      { key: "b", value: 3 },
    ];
    expect(readings({ sensors })).toEqual([
      [1, OLD],
      [2, NEW],
      [3, null],
    ]);
    expect(readings({ sensors, recorded_at: OLD - 1 })).toEqual([
      [1, OLD],
      [2, NEW],
      [3, OLD - 1],
    ]);
  });

  test("in a buffer holds for bodies with other keys, and leaves out those that say nothing", () => {
    const buffer = [
      { recorded_at: NEW, humidity: 40 },
      { recorded_at: OLD },
      { recorded_at: OLD, temp1: 20 },
    ];
    expect(readings(buffer)).toEqual([
      [20, OLD],
      [40, NEW],
    ]);
  });

  test("of other names is ignored in flat bodies", () => {
    for (const name of ["timestamp", "ts", "time"])
      expect(readings({ temp1: 20, [name]: OLD })).toEqual([[20, null]]);
  });
});
