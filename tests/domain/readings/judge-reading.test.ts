import { describe, expect, test } from "vitest";
import { type FoundReading, judgeReading, payloadOf } from "../../../lib/readings/judge-reading.ts";

const number = (value: number) => ({ value, isState: false });
const found = (rest: Partial<FoundReading> = {}): FoundReading => ({
  key: "temp1",
  kind: "temperature",
  unit: "°C",
  measured: number(4),
  ...rest,
});

describe("a reading as it was found", () => {
  test.each(["", " ", "battery", "RSSI", "firmware", "fw", "version"])("under the key %j is none", (key) => {
    expect(judgeReading(found({ key }))).toBeNull();
  });
});

test.each<[string, Partial<FoundReading>, string]>([
  ["a state of a temperature", { measured: { value: 1, isState: true } }, "generic 1 null true"],
  ["a state of power", { kind: "power", measured: { value: 1, isState: true } }, "power 1 null true"],
  ["a state of a door", { kind: "door", measured: { value: 0, isState: true } }, "door 0 null true"],
])("%s is %s", (_, rest, settled) => {
  const reading = judgeReading(found(rest))?.reading;
  expect(`${reading?.kind} ${reading?.value} ${reading?.unit} ${reading?.isState}`).toBe(settled);
});

test.each<[number, Partial<FoundReading>, boolean]>([
  [-127, {}, true],
  [-127.009, {}, true],
  [-126.991, {}, true],
  [-127.02, {}, false],
  [-127.5, {}, false],
  [-196.6, {}, false],
  [-196.6, { unit: "°F" }, true],
  [-127, { unit: "°F" }, false],
  [-127, { unit: "°F", followsDeviceUnit: true }, true],
  [-196.6, { unit: "°F", followsDeviceUnit: true }, true],
  [-126, { unit: "°F", followsDeviceUnit: true }, false],
  [146.15, { unit: "K" }, true],
  [-127, { unit: "K" }, true],
  [-199.9, {}, false],
  [-200, {}, true],
  [1_399, {}, false],
  [1_400, {}, true],
  [327.67, {}, true],
  [-200, { unit: "°F", followsDeviceUnit: true }, false],
  [-999, { unit: "%", kind: "humidity" }, true],
  [-127, { kind: "generic" }, false],
])("a probe at %d with %j is unplugged: %s", (value, rest, isUnplugged) => {
  const judged = judgeReading(found({ ...rest, measured: number(value) }));
  expect(judged?.reading === null).toBe(isUnplugged);
});

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
