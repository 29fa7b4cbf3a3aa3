import { expect, test } from "vitest";
import type { SensorOfDevice } from "../../../lib/devices/home-device.ts";
import { shownNumber, shownValue } from "../../../lib/devices/shown-value.ts";
import type { StoredValue } from "../../../lib/history/buckets.ts";
import {
  apiReadings,
  bucketFields,
  coarsestOf,
  readingsCsv,
  readingsWindow,
} from "../../../lib/readings/api-reading.ts";
import { pageDevice, pageSensor } from "../sharing/page-home.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const device = pageDevice({ name: "Node", space: "Loft" });
const loft = pageSensor({ id: "sen_t", label: "Loft", unitSource: "assumed" });
const door = pageSensor({ id: "sen_d", kind: "door", unit: null, isState: true });
const SENSORS: SensorOfDevice[] = [loft, door].map((sensor) => ({ device, sensor }));
const BUCKET = { min: 1, max: 5, avg: 3, count: 7, last: 4 };

test("a state has its truth, and a reading of an unknown sensor is left out", () => {
  const stored = (sensorId: string, value: number): StoredValue => ({
    ...{ sensorId, value, recordedAt: NOW, resolution: "raw", bucket: null },
  });
  const readings = [stored("sen_t", 41.5), stored("sen_d", 1), stored("sen_x", 1), stored("sen_d", 0)];
  expect(apiReadings(readings, SENSORS).map((each) => each.value_bool)).toEqual([null, true, false]);
});

test("a CSV quotes what a sensor is called, and leaves out the figures of what is no bucket", () => {
  const reading = {
    sensorId: "sen_t",
    value: 3,
    atMicros: NOW.getTime() * 1_000,
    resolution: "raw",
  } as const;
  const named = [{ sensor: { ...loft, label: '=Loft, "old"' }, device: { ...device, space: "a\tb" } }];
  expect(readingsCsv(named, "1h")([{ ...reading, bucket: null }])).toBe(
    '2026-11-20T10:00:00.000Z,sen_t,temp1,"\'=Loft, ""old""",temperature,°F,3,,raw,,,,,,dev_1,Node,"a\tb",true\r\n',
  );
});

test("what a bucket tells is in the answer's unit, its count excepted", () => {
  expect(bucketFields({ bucket: BUCKET })).toEqual(BUCKET);
  expect(bucketFields({ bucket: BUCKET }, (value) => value * 10)).toEqual({
    min: 10,
    max: 50,
    avg: 30,
    count: 7,
    last: 40,
  });
  expect(bucketFields({ bucket: null })).toEqual({});
});

test("an answer is as coarse as its coarsest row, and never finer than asked for", () => {
  expect(coarsestOf([], "15m")).toBe("15m");
  expect(coarsestOf([{ resolution: "raw" }, { resolution: "1h" }, { resolution: "15m" }], "raw")).toBe("1h");
  expect(coarsestOf([{ resolution: "raw" }], "1d")).toBe("1d");
});

test("nothing asked is the last day, with what a clock that is five minutes ahead has sent", () => {
  const dayBefore = new Date("2026-11-19T10:00:00Z");
  expect(readingsWindow({ from: undefined, to: undefined }, NOW)).toEqual({
    from: dayBefore,
    to: new Date("2026-11-20T10:05:00Z"),
  });
  const [from, to] = [new Date("2026-11-01T00:00:00Z"), new Date("2026-11-02T00:00:00Z")];
  expect(readingsWindow({ from, to }, NOW)).toEqual({ from, to });
  expect(readingsWindow({ from: undefined, to }, NOW)).toEqual({ from, to });
  const early = new Date("2026-10-01T00:00:00Z");
  expect(readingsWindow({ from: early, to }, NOW)).toEqual({ from: early, to });
  const later = new Date("2026-12-24T00:00:00Z");
  expect(readingsWindow({ from: undefined, to: later }, NOW)).toEqual({ from: dayBefore, to: later });
});

test.each([
  [20, "°C", "°F", 68, "°F"],
  [20.123_45, "°C", "°F", 68.2222, "°F"],
  [20.123_456, "°C", "°C", 20.123_456, "°C"],
  [20.123_456, "°C", null, 20.123_456, "°C"],
  [1_013.25, "hPa", "°F", 1_013.25, "hPa"],
  [0.123_456, null, "°F", 0.123_456, null],
] as const)("%d in %s is shown to a reader of %s as %d in %s", (value, unit, wanted, shown, shownUnit) => {
  expect(shownValue(value, unit, wanted)).toEqual({ value: shown, unit: shownUnit });
});

test("what was worked out has four decimals", () => {
  expect(shownNumber(1.234_56)).toBe(1.2346);
});
