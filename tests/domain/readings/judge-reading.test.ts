import { describe, expect, test } from "vitest";
import {
  type FoundReading,
  judgeReading,
  mergePayloads,
  payloadOf,
} from "../../../lib/readings/judge-reading.ts";
import { cleanKey, slug } from "../../../lib/readings/sensor-keys.ts";
import { read, refusal } from "./support.ts";

const number = (value: number) => ({ value, isState: false });
const found = (rest: Partial<FoundReading> = {}): FoundReading => ({
  key: "temp1",
  kind: "temperature",
  unit: "°C",
  measured: number(4),
  ...rest,
});

describe("a reading as it was found", () => {
  test("is kept with nothing but what was said of it", () => {
    expect(judgeReading(found())).toStrictEqual({
      key: "temp1",
      reading: {
        key: "temp1",
        label: "temp1",
        kind: "temperature",
        unit: "°C",
        followsDeviceUnit: false,
        value: 4,
        isState: false,
        atMs: null,
      },
    });
  });

  test("is kept with all that was said of it", () => {
    const said = { label: " Loft ", followsDeviceUnit: true, trueMeans: "closed" as const, atMs: 5 };
    expect(judgeReading(found(said))?.reading).toStrictEqual({
      key: "temp1",
      label: "Loft",
      kind: "temperature",
      unit: "°C",
      followsDeviceUnit: true,
      value: 4,
      isState: false,
      trueMeans: "closed",
      atMs: 5,
    });
  });

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
    expect(payloadOf([...many(257)])).toEqual({ ok: false, problem: { name: "too_many_readings" } });
  });

  test("of one key are one, and a later fault takes its place", () => {
    const payload = payloadOf([...many(256), judged("k0", -127), judged("new", 1)]);
    expect(payload.ok && [payload.value.readings.length, payload.value.faultyKeys]).toEqual([256, ["k0"]]);
  });

  test("are merged with what is known of the device", () => {
    const [first, second] = [payloadOf([judged("a", 1)], { batteryPct: 5 }), payloadOf([], { rssi: -60 })];
    if (!first.ok || !second.ok) throw new Error("both are small");
    const merged = mergePayloads([first.value, second.value]);
    expect(merged.ok && merged.value.health).toEqual({ batteryPct: 5, rssi: -60 });
  });

  test("are refused once their values are more than 1,024, whatever they are of", () => {
    const sensors = Array.from({ length: 1_025 }, () => ({
      key: "a",
      kind: "temperature",
      value: -127,
      unit: "C",
    }));
    expect(refusal({ sensors }).name).toBe("too_many_readings");
    expect(read({ sensors: sensors.slice(2), temp1: 4 }).faultyKeys).toEqual(["a"]);
  });
});

describe("names", () => {
  test("are cut between characters of any width", () => {
    expect(cleanKey("\uffff".repeat(65))).toMatch(/^\uffff{55}~[\da-f]{8}$/u);
    expect(cleanKey("🌡".repeat(64))).toBe("🌡".repeat(64));
    expect(cleanKey(`a${"🌡".repeat(65)}`)).toMatch(/^a🌡{54}~[\da-f]{8}$/u);
    expect(cleanKey("  a b ")).toBe("a b");
  });

  test("become slugs out of their first 256 characters", () => {
    expect(slug(`a${"-".repeat(255)}b`)).toBe("a");
    expect(slug(`a${"-".repeat(254)}b`)).toBe("a_b");
    expect(slug("_Ångström__")).toBe("angstrom");
  });
});
