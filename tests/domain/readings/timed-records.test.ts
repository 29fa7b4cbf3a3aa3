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

  test("count as now where the newest is older than a message's way here", () => {
    const [, record] = FORMS[0] ?? [];
    expect(readings([record?.(OLD - 60_000, 5), record?.(OLD, 4)])).toEqual([
      [5, OLD - 60_000],
      [4, null],
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
