import { describe, expect, test } from "vitest";
import type { SharedHome, SharedSensor } from "../../../lib/sharing/share-link.ts";
import { historyReadings, latest, shareWindow } from "../../../lib/sharing/shared-readings.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const sensor = (over: Partial<SharedSensor> = {}): SharedSensor => ({
  sensorId: "sen_1",
  key: "temp1",
  label: "Shelf",
  kind: "temperature",
  unit: "°C",
  unitAssumed: false,
  isState: false,
  trueMeans: null,
  deviceNumber: 1,
  position: 1,
  device: "Node",
  space: "Hall",
  value: 20,
  recordedAt: NOW,
  ...over,
});
const humidity = sensor({
  sensorId: "sen_2",
  key: "hum1",
  label: "Air",
  kind: "humidity",
  unit: "%",
  position: 2,
  value: 50,
});
const home = (sensors: SharedSensor[], hidden: SharedHome["hidden"] = []): SharedHome => ({
  name: "Ada's home",
  scope: "live",
  sensors,
  hidden,
});

describe("the latest of a shared home", () => {
  test("is one flat reading for each sensor that has read", () => {
    const shared = latest(
      home([sensor(), sensor({ sensorId: "sen_new", value: null, recordedAt: null })]),
      NOW,
      null,
    );
    const reading = {
      sensor_id: "sen_1",
      key: "temp1",
      label: "Shelf",
      kind: "temperature",
      unit: "°C",
      device: "Node",
      space: "Hall",
      unit_assumed: false,
      value_num: 20,
      value_bool: null,
      true_means: null,
      stale: false,
      recorded_at: "2026-11-20T10:00:00.000Z",
    };
    expect(shared).toEqual({
      name: "Ada's home",
      readings: [reading],
      derived: [],
      by_id: { sen_1: reading },
      by_key: { temp1: reading },
    });
  });

  test("is in the unit that was asked for, as far as it is a temperature", () => {
    const { readings } = latest(home([sensor(), humidity]), NOW, "°F");
    expect(readings.map(({ value_num, unit }) => [value_num, unit])).toEqual([
      [68, "°F"],
      [50, "%"],
    ]);
  });

  test("says true or false of a state, what that means of a door, and whether it is stale", () => {
    const door = sensor({ kind: "door", unit: null, isState: true, value: 1, trueMeans: "closed" });
    expect(latest(home([door]), NOW, null).readings[0]).toMatchObject({
      value_bool: true,
      true_means: "closed",
    });
    expect(latest(home([{ ...door, value: 0 }]), NOW, null).readings[0]).toMatchObject({ value_bool: false });
    const old = sensor({ recordedAt: ago(48 * HOUR_MS) });
    expect(latest(home([old]), NOW, null).readings[0]?.stale).toBe(true);
  });

  test("gives a key that two devices use to the newest reading, in whichever order they stand", () => {
    const [older, newer] = [
      sensor({ recordedAt: ago(HOUR_MS) }),
      sensor({ sensorId: "sen_other", value: 7 }),
    ];
    for (const sensors of [
      [older, newer],
      [newer, older],
    ])
      expect(latest(home(sensors), NOW, null).by_key.temp1?.sensor_id).toBe("sen_other");
    expect(Object.keys(latest(home([older, newer]), NOW, null).by_id)).toEqual(["sen_1", "sen_other"]);
  });
});

test("what lacks its value or its time is left out, and of two that read at once the later sensor has the key", () => {
  const shared = latest(
    home([
      sensor({ value: null }),
      sensor({ recordedAt: null }),
      humidity,
      sensor(),
      sensor({ sensorId: "sen_9" }),
    ]),
    NOW,
    null,
  );
  expect(shared.readings.map(({ sensor_id }) => sensor_id)).toEqual(["sen_2", "sen_1", "sen_9"]);
  expect(shared.by_key.temp1?.sensor_id).toBe("sen_9");
});

describe("what is derived for a shared home", () => {
  const derived = (sensors: SharedSensor[], hidden: SharedHome["hidden"] = []) =>
    latest(home(sensors, hidden), NOW, null).derived;

  test("is the dew point of a device's temperature and humidity", () => {
    expect(derived([sensor({ recordedAt: ago(60_000) }), humidity])).toEqual([
      {
        kind: "dew_point",
        key: "dew_point_temp1",
        label: "Shelf: dew point",
        device: "Node",
        space: "Hall",
        unit: "°C",
        value_num: 9.2552,
        recorded_at: "2026-11-20T09:59:00.000Z",
        of: ["sen_1", "sen_2"],
      },
    ]);
    expect(latest(home([sensor(), humidity]), NOW, "°F").derived[0]).toMatchObject({ unit: "°F" });
  });

  test("is nothing of two devices, or of what has not read", () => {
    expect(derived([sensor(), { ...humidity, deviceNumber: 2 }])).toEqual([]);
    expect(derived([sensor(), { ...humidity, value: null }])).toEqual([]);
  });

  test("tells nothing of a pair with a hidden sensor, and marries none of it to another", () => {
    const hidden = { key: "hum1", kind: "humidity", deviceNumber: 1, position: 2 } as const;
    expect(derived([sensor()], [hidden])).toEqual([]);
    const second = { ...humidity, sensorId: "sen_3", key: "hum2", position: 4 };
    const warm = sensor({ sensorId: "sen_4", key: "temp2", position: 3 });
    expect(derived([second, warm, sensor()], [hidden]).map(({ of }) => of)).toEqual([["sen_4", "sen_3"]]);
  });

  test("pairs what has one place in the device's own order", () => {
    const twin = sensor({ sensorId: "sen_twin", key: "temp_1", position: 0 });
    const dry = { ...humidity, sensorId: "sen_dry", key: "hum_1", position: 3 };
    expect(derived([sensor(), humidity, twin, dry]).map(({ of }) => of)).toEqual([
      ["sen_twin", "sen_2"],
      ["sen_1", "sen_dry"],
    ]);
  });
});

describe("the history of a shared home", () => {
  const stored = {
    sensorId: "sen_1",
    recordedAt: NOW,
    value: 20,
    resolution: "1h" as const,
    bucket: { min: 10, max: 30, avg: 20, count: 4, last: 25 },
  };

  test("is flat, with a bucket's figures in the unit that was asked for", () => {
    expect(historyReadings([stored], [sensor()], "°F")).toEqual([
      {
        recorded_at: "2026-11-20T10:00:00.000Z",
        sensor_id: "sen_1",
        key: "temp1",
        label: "Shelf",
        kind: "temperature",
        unit: "°F",
        value_num: 68,
        resolution: "1h",
        min: 50,
        max: 86,
        avg: 68,
        count: 4,
        last: 77,
      },
    ]);
  });

  test("of a raw reading has no figures of a bucket", () => {
    const raw = { ...stored, resolution: "raw" as const, bucket: null };
    expect(historyReadings([raw], [sensor()], null)[0]).toEqual({
      recorded_at: "2026-11-20T10:00:00.000Z",
      sensor_id: "sen_1",
      key: "temp1",
      label: "Shelf",
      kind: "temperature",
      unit: "°C",
      value_num: 20,
      resolution: "raw",
    });
  });

  test("leaves out what the link does not show", () => {
    expect(historyReadings([{ ...stored, sensorId: "sen_hidden" }], [sensor()], null)).toEqual([]);
  });
});

describe("the stretch that a link may show", () => {
  const day = { from: ago(24 * HOUR_MS), to: new Date(NOW.getTime() + 300_000) };

  test("is the last day where nothing is asked for, up to what clocks may be ahead", () => {
    expect(shareWindow("live", { from: undefined, to: undefined }, NOW)).toEqual(day);
    expect(shareWindow("history", { from: undefined, to: undefined }, NOW)).toEqual(day);
  });

  test("is no more than that for a live link, and all that was asked for any other", () => {
    const asked = { from: ago(72 * HOUR_MS), to: ago(48 * HOUR_MS) };
    expect(shareWindow("live", asked, NOW)).toEqual({ from: day.from, to: asked.to });
    expect(shareWindow("history", asked, NOW)).toEqual(asked);
    const short = { from: ago(HOUR_MS), to: NOW };
    expect(shareWindow("live", short, NOW)).toEqual(short);
  });
});
