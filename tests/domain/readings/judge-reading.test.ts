import { describe, expect, test } from "vitest";
import { type FoundReading, judgeReading, payloadOf } from "../../../lib/readings/judge-reading.ts";
import { readLines } from "../../support/json-lines.ts";

const number = (value: number) => ({ value, isState: false });
const found = (rest: Partial<FoundReading> = {}): FoundReading => ({
  key: "temp1",
  label: undefined,
  kind: "temperature",
  unit: "°C",
  followsDeviceUnit: false,
  measured: number(4),
  atMs: null,
  ...rest,
});

test.each<[string, Partial<FoundReading>, string]>([
  ["a state of a temperature", { measured: { value: 1, isState: true } }, "generic 1 null true"],
  ["a state of power", { kind: "power", measured: { value: 1, isState: true } }, "power 1 null true"],
  ["a state of a door", { kind: "door", measured: { value: 0, isState: true } }, "door 0 null true"],
])("%s is %s", (_, rest, settled) => {
  const reading = judgeReading(found(rest))?.reading;
  expect(`${reading?.kind} ${reading?.value} ${reading?.unit} ${reading?.isState}`).toBe(settled);
});

test.each<[number, Partial<FoundReading>, boolean]>(readLines(new URL("unplugged.jsonl", import.meta.url)))(
  "a probe at %d with %j is unplugged: %s",
  (value, rest, isUnplugged) => {
    const judged = judgeReading(found({ ...rest, measured: number(value) }));
    expect(judged?.reading === null).toBe(isUnplugged);
  },
);

describe("several readings", () => {
  const judged = (key: string, value: number) => judgeReading(found({ key, measured: number(value) }));
  const many = (count: number) => Array.from({ length: count }, (_, index) => judged(`k${index}`, index));

  test("may be 256, beside any number of probes that are unplugged", () => {
    const payload = payloadOf([...many(256), judged("a", -127), judged("b", -127)]);
    expect(payload.ok && payload.value.faultyKeys).toEqual(["a", "b"]);
  });

  test("of one key are one, and a later fault takes its place", () => {
    const payload = payloadOf([...many(256), judged("k0", -127), judged("new", 1)]);
    expect(payload.ok && [payload.value.readings.length, payload.value.faultyKeys]).toEqual([256, ["k0"]]);
  });
});
