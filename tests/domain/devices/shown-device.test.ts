import { describe, expect, test } from "vitest";
import {
  type HomeSensor,
  type ListedDevice,
  shownCondition,
  shownDevice,
} from "../../../lib/devices/device.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const sensor = (over: Partial<HomeSensor> = {}): HomeSensor => ({
  id: "sen_1",
  key: "temp1",
  label: "Shelf",
  kind: "temperature",
  unit: "°C",
  isState: false,
  trueMeans: null,
  unitSource: null,
  value: 20,
  recordedAt: ago(60_000),
  visible: true,
  faultyAt: null,
  fault: null,
  faultySince: null,
  placement: null,
  placementGuess: null,
  ...over,
});
const device = (over: Partial<ListedDevice> = {}): ListedDevice => ({
  id: "dev_1",
  name: "Node",
  space: "Hall",
  type: "push",
  enabled: true,
  contactTrueMeans: null,
  flatTemperatureUnit: "F",
  batteryPct: 81,
  rssi: -60,
  lastSeenAt: ago(60_000),
  usualIntervalMs: 300_000,
  clockOffsetSeconds: null,
  createdAt: ago(HOUR_MS),
  batteryDays: [],
  feed: null,
  sensors: [sensor()],
  ...over,
});
const shownSensor = (over: Partial<HomeSensor>) =>
  shownDevice(device({ sensors: [sensor(over)] }), NOW).sensors[0];

describe("a device as the API shows it", () => {
  test("says everything that it is, with times in ISO 8601", () => {
    expect(shownDevice(device({ contactTrueMeans: "closed" }), NOW)).toEqual({
      id: "dev_1",
      name: "Node",
      space: "Hall",
      type: "push",
      enabled: true,
      contact_true_means: "closed",
      flat_temperature_unit: "F",
      battery_pct: 81,
      battery_days_left: null,
      rssi: -60,
      status: "ok",
      clock_offset_seconds: null,
      derived: [],
      feed: null,
      last_seen_at: "2026-11-20T09:59:00.000Z",
      created_at: "2026-11-20T09:00:00.000Z",
      sensors: [
        {
          id: "sen_1",
          key: "temp1",
          label: "Shelf",
          kind: "temperature",
          unit: "°C",
          unit_assumed: false,
          visible: true,
          true_means: null,
          value_num: 20,
          value_bool: null,
          recorded_at: "2026-11-20T09:59:00.000Z",
          placement: "room",
          placement_source: "default",
          placement_proposal: null,
          fault: null,
          faulty_since: null,
        },
      ],
    });
  });

  test("says null of what has never been heard", () => {
    const fresh = device({ lastSeenAt: null, sensors: [sensor({ value: null, recordedAt: null })] });
    const shown = shownDevice(fresh, NOW);
    expect(shown).toMatchObject({ last_seen_at: null, status: "new" });
    expect(shown.sensors[0]).toMatchObject({ value_num: null, value_bool: null, recorded_at: null });
  });

  test("says how long its battery will last", () => {
    const today = Math.floor(NOW.getTime() / (24 * HOUR_MS));
    const batteryDays = Array.from({ length: 15 }, (_, back) => ({ day: today - back, pct: 50 + back }));
    expect(shownDevice(device({ batteryDays }), NOW).battery_days_left).toBe(50);
  });

  test("shows a state as true or false, and of a door what true means", () => {
    const flood = { kind: "flood", unit: null, isState: true } as const;
    expect(shownSensor({ ...flood, value: 1 })).toMatchObject({
      value_num: 1,
      value_bool: true,
      true_means: null,
    });
    expect(shownSensor({ ...flood, value: 0 })).toMatchObject({ value_num: 0, value_bool: false });
    expect(shownSensor({ ...flood, value: null })).toMatchObject({ value_num: null, value_bool: null });
    const door = { ...flood, kind: "door" } as const;
    expect(shownSensor({ ...door, value: 1 })?.true_means).toBe("open");
    expect(shownSensor({ ...door, value: 1, trueMeans: "closed" })).toMatchObject({
      true_means: "closed",
      value_bool: true,
    });
  });

  test("shows the dew point of a temperature and a humidity of one place", () => {
    const humidity = sensor({
      id: "sen_2",
      key: "hum1",
      kind: "humidity",
      unit: "%",
      value: 50,
      recordedAt: NOW,
    });
    expect(shownDevice(device({ sensors: [sensor(), humidity] }), NOW).derived).toEqual([
      {
        kind: "dew_point",
        of: ["sen_1", "sen_2"],
        unit: "°C",
        value_num: 9.2552,
        recorded_at: "2026-11-20T09:59:00.000Z",
      },
    ]);
    const dry = { ...humidity, value: null };
    expect(shownDevice(device({ sensors: [sensor(), dry] }), NOW).derived).toEqual([]);
  });
});

describe("where a sensor is", () => {
  const placed = (over: Partial<HomeSensor>, name = "Node", space = "Hall") =>
    shownCondition(sensor(over), { name, space });

  test("is its owner's word, which asks for nothing more", () => {
    expect(placed({ placement: "pipe" }, "Freezer")).toMatchObject({
      placement: "pipe",
      placement_source: "owner",
      placement_proposal: null,
    });
  });

  test("is a guess by its name where that is enough, and says why", () => {
    expect(placed({}, "Node", "Garage")).toMatchObject({
      placement: "unheated",
      placement_source: "guess",
      placement_proposal: {
        placement: "unheated",
        reason: 'It is called "Garage"',
        reason_code: "called",
        reason_values: { name: "Garage" },
      },
    });
  });

  test("is a room, with the guess as a proposal, where the name is not enough", () => {
    expect(placed({ value: 20 }, "Freezer")).toMatchObject({
      placement: "room",
      placement_source: "default",
      placement_proposal: { placement: "freezer" },
    });
  });

  test("is nowhere for kinds that do not depend on it", () => {
    expect(placed({ kind: "flood", unit: null, isState: true, placement: "pipe" })).toMatchObject({
      placement: null,
      placement_source: null,
      placement_proposal: null,
    });
  });
});

describe("whether a sensor is believed", () => {
  const faultOf = (over: Partial<HomeSensor>) => {
    const { fault, faulty_since } = shownCondition(sensor(over), { name: "Node", space: "Hall" });
    return [fault, faulty_since];
  };

  test("a probe that says itself that it is unplugged comes before what a study found", () => {
    const studied = { fault: "stuck", faultySince: ago(2 * HOUR_MS) } as const;
    expect(faultOf(studied)).toEqual(["stuck", "2026-11-20T08:00:00.000Z"]);
    expect(faultOf({ ...studied, faultyAt: ago(HOUR_MS) })).toEqual([
      "unplugged",
      "2026-11-20T09:00:00.000Z",
    ]);
    expect(faultOf({})).toEqual([null, null]);
  });
});
