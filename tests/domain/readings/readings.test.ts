import { expect, test } from "vitest";
import type { SensorOfDevice } from "../../../lib/devices/home-device.ts";
import type { StoredValue } from "../../../lib/history/buckets.ts";
import {
  apiReadings,
  bucketFields,
  coarsestOf,
  readingsCsv,
  readingsCsvHead,
  readingsWindow,
} from "../../../lib/readings/api-reading.ts";
import type { Resolution } from "../../../schema/vocabulary.ts";
import { pageDevice, pageSensor } from "../sharing/page-home.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const device = pageDevice({ name: "Node", space: "Loft" });
const loft = pageSensor({ id: "sen_t", label: "Loft", unitSource: "assumed" });
const door = pageSensor({
  ...{ id: "sen_d", key: "door1", label: "Door", kind: "door" },
  ...{ unit: null, isState: true },
});
const SENSORS: SensorOfDevice[] = [
  { device, sensor: loft },
  { device, sensor: door },
];
const stored = (sensorId: string, value: number, changed: Partial<StoredValue> = {}): StoredValue => ({
  sensorId,
  value,
  recordedAt: NOW,
  resolution: "raw",
  bucket: null,
  ...changed,
});
const NOW_MICROS = NOW.getTime() * 1_000;
type Line = Parameters<ReturnType<typeof readingsCsv>>[0][number];
const line = (sensorId: string, value: number, changed: Partial<Line> = {}): Line => ({
  sensorId,
  value,
  atMicros: NOW_MICROS,
  resolution: "raw",
  bucket: null,
  ...changed,
});
const csvOf = (resolution: Resolution, readings: Line[]) => readingsCsv(SENSORS, resolution)(readings);
const BUCKET = { min: 1, max: 5, avg: 3, count: 7, last: 4 };

test("a reading has its sensor's words, a state its truth, and one of an unknown sensor is left out", () => {
  const readings = [stored("sen_t", 41.5), stored("sen_d", 1), stored("sen_d", 0), stored("sen_x", 1)];
  expect(apiReadings(readings, SENSORS)).toEqual([
    {
      recorded_at: "2026-11-20T10:00:00.000Z",
      sensor_id: "sen_t",
      key: "temp1",
      label: "Loft",
      kind: "temperature",
      unit: "°F",
      value_num: 41.5,
      value_bool: null,
      resolution: "raw",
      device_id: "dev_1",
      device: "Node",
      space: "Loft",
      unit_assumed: true,
    },
    expect.objectContaining({ sensor_id: "sen_d", value_num: 1, value_bool: true }),
    expect.objectContaining({ sensor_id: "sen_d", value_num: 0, value_bool: false }),
  ]);
});

test("as CSV each column has its name above it, those of buckets only where there are buckets", () => {
  expect(readingsCsvHead("raw") + csvOf("raw", [line("sen_t", 41.5)])).toBe(
    "recorded_at,sensor_id,key,label,kind,unit,value_num,value_bool,resolution,device_id,device,space,unit_assumed\r\n" +
      "2026-11-20T10:00:00.000Z,sen_t,temp1,Loft,temperature,°F,41.5,,raw,dev_1,Node,Loft,true\r\n",
  );
  const hours = [line("sen_t", 3, { resolution: "1h", bucket: BUCKET })];
  expect(readingsCsvHead("1h") + csvOf("1h", hours)).toBe(
    "recorded_at,sensor_id,key,label,kind,unit,value_num,value_bool,resolution,min,max,avg,count,last,device_id,device,space,unit_assumed\r\n" +
      "2026-11-20T10:00:00.000Z,sen_t,temp1,Loft,temperature,°F,3,,1h,1,5,3,7,4,dev_1,Node,Loft,true\r\n",
  );
});

test("a CSV has a line for each reading, to the millisecond, and none for an unknown sensor", () => {
  const readings = [
    line("sen_t", 41.5),
    line("sen_x", 41.5),
    line("sen_d", 1),
    line("sen_d", 0, { atMicros: NOW_MICROS + 1_999 }),
  ];
  expect(csvOf("raw", readings)).toBe(
    "2026-11-20T10:00:00.000Z,sen_t,temp1,Loft,temperature,°F,41.5,,raw,dev_1,Node,Loft,true\r\n" +
      "2026-11-20T10:00:00.000Z,sen_d,door1,Door,door,,1,true,raw,dev_1,Node,Loft,false\r\n" +
      "2026-11-20T10:00:00.001Z,sen_d,door1,Door,door,,0,false,raw,dev_1,Node,Loft,false\r\n",
  );
});

test("a CSV quotes what a sensor is called, and leaves out the figures of what is no bucket", () => {
  const named = [{ sensor: { ...loft, label: '=Loft, "old"' }, device: { ...device, space: "a\tb" } }];
  expect(readingsCsv(named, "1h")([line("sen_t", 3)])).toBe(
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
