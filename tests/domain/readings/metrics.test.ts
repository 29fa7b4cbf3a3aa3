import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HomeSensor } from "../../../lib/devices/home-device.ts";
import {
  exposition,
  type MetricsDevice,
  type MetricsHome,
  renderMetrics,
} from "../../../lib/readings/metrics/render-metrics.ts";
import { DEVICE_STATUSES, SENSOR_FAULTS, SENSOR_KINDS } from "../../../schema/vocabulary.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { parseExposition } from "../../support/exposition.ts";
import { readLines } from "../../support/json-lines.ts";
import { pageDevice, pageSensor } from "../sharing/page-home.ts";

const NOW = new Date("2026-01-15T12:00:00.000Z");
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

let serial = 0;
const newSensorId = (): string => {
  serial += 1;
  return `sen_${serial}`;
};

const sensor = (over: Partial<HomeSensor> = {}): HomeSensor =>
  pageSensor({ id: newSensorId(), label: "Sauna", value: 68, recordedAt: ago(0.1), ...over });

const device = (over: Partial<MetricsDevice> = {}): MetricsDevice => ({
  ...pageDevice({ name: "Bath house", space: "Yard", batteryPct: 87, rssi: -61, lastSeenAt: ago(0.1) }),
  status: "ok",
  sensors: [],
  ...over,
});

const home = (devices: MetricsDevice[], over: Partial<MetricsHome> = {}): MetricsHome => ({
  devices,
  activeAlerts: {},
  criticalAlerts: {},
  timeToFreezeSeconds: [],
  quiet: { snoozed: false, vacation: false },
  ...over,
});

const parsed = (of: MetricsHome) => parseExposition(renderMetrics(of, NOW));
const samples = (of: MetricsHome, name: string) => parsed(of).get(`hearthwatch_${name}`)?.samples;
const values = (of: MetricsHome, name: string) => samples(of, name)?.map(({ value }) => value);

/** A home with a sensor of every kind, and with every other fact that metrics show. */
const fullHome = (): MetricsHome => {
  const unplugged = sensor({ id: "sen_unplugged", faultyAt: ago(2), value: null });
  const kinds = readLines<Partial<HomeSensor>>(new URL("sensors-of-every-kind.jsonl", import.meta.url));
  const everyKind = [...kinds.map(sensor), unplugged];
  const off = device({ id: "dev_2", enabled: false, sensors: [sensor({ id: "sen_off", fault: "stuck" })] });
  return home([device({ sensors: everyKind }), off], {
    activeAlerts: { freeze: 2 },
    criticalAlerts: { freeze: 1 },
    timeToFreezeSeconds: [{ deviceId: "dev_1", sensorId: "sen_t", seconds: 7_200 }],
    quiet: { snoozed: true, vacation: true },
  });
};

describe("the metrics text", () => {
  test("of a home with everything is this", () => {
    expect(renderMetrics(fullHome(), NOW)).toBe(
      readFileSync(new URL("metrics.txt", import.meta.url), "utf8"),
    );
  });

  test("leaves out what is no finite number, and takes the first of a series that is there twice", () => {
    const family = (...values: number[]) =>
      ["x", "A \\ and a\nline.", values.map((value) => ({ labels: [], value }))] as const;
    expect(exposition([family(-0, 2)])).toBe(
      "# HELP hearthwatch_x A \\\\ and a\\nline.\n# TYPE hearthwatch_x gauge\nhearthwatch_x 0\n",
    );
    expect(exposition([family(Number.NaN, Number.POSITIVE_INFINITY)])).toBe("");
    expect(exposition([family(Number.NaN, 3)])).toContain("hearthwatch_x 3\n");
  });

  test.each<[Partial<HomeSensor>, string, number]>(readLines(new URL("base-units.jsonl", import.meta.url)))(
    "gives %j in base units as %s %d",
    (over, name, value) => {
      const [only] = samples(home([device({ sensors: [sensor(over)] })]), name) ?? [];
      expect(only?.value).toBeCloseTo(value, 9);
    },
  );

  test.each<[string, Partial<HomeSensor>]>([
    ["a level in centimeters", { kind: "level", unit: "cm" }],
    ["organic compounds in µg/m³", { kind: "voc", unit: "µg/m³" }],
    ["a power that is only on", { kind: "power", unit: null, isState: true }],
    ["a power that is only on, in watts", { kind: "power", unit: "W", isState: true }],
    ["a temperature without a unit", { kind: "temperature", unit: null }],
  ])("gives what its kind's family can't hold as a plain value: %s", (_what, over) => {
    const given = home([device({ sensors: [sensor({ ...over, value: 1 })] })]);
    expect(values(given, "value")).toEqual([1]);
    expect([...parsed(given).keys()].filter((name) => /level|voc|power|temperature/.test(name))).toEqual([]);
  });

  test("escapes what people write into names", () => {
    const name = 'C:\\new "Bath"\nhouse, {a="b"} 7 \\n';
    const given = home([device({ name, space: "", sensors: [sensor({ label: name, key: "__proto__" })] })]);
    expect(samples(given, "temperature_celsius")?.[0]?.labels).toMatchObject({
      device: name,
      sensor: name,
      space: "",
    });
    expect(renderMetrics(given, NOW)).toContain('device="C:\\\\new \\"Bath\\"\\nhouse, {a=\\"b\\"} 7 \\\\n"');
  });
});

describe("an unknown value", () => {
  test.each<[string, Partial<HomeSensor>]>([
    ["never reported", { value: null, recordedAt: null }],
    ["reported no value", { value: null }],
    ["reported at no time", { recordedAt: null }],
    ["reported more than 24 hours ago", { recordedAt: ago(24.001) }],
    ["reported no number", { value: Number.NaN, recordedAt: null }],
  ])("is left out, never 0: a sensor that %s", (_what, over) => {
    const given = home([device({ sensors: [sensor(over)] })]);
    expect(values(given, "temperature_celsius")).toBeUndefined();
    expect(values(given, "reading_timestamp_seconds")).toBeUndefined();
    expect(samples(given, "sensor_info")).toHaveLength(1);
  });

  test("is a battery that a device does not have or last reported long ago", () => {
    expect(values(home([device({ batteryPct: null, rssi: null })]), "device_battery_ratio")).toBeUndefined();
    expect(values(home([device({ lastSeenAt: ago(25) })]), "device_battery_ratio")).toBeUndefined();
    expect(values(home([device({ lastSeenAt: ago(25) })]), "device_rssi_dbm")).toBeUndefined();
    expect(values(home([device({ batteryPct: 0 })]), "device_battery_ratio")).toEqual([0]);
    expect(values(home([device({ batteryPct: 87 })]), "device_battery_ratio")).toEqual([0.87]);
  });

  test("is the time to freeze of a sensor whose reading is not shown", () => {
    const stale = sensor({ recordedAt: ago(30) });
    const timeToFreezeSeconds = [{ deviceId: "dev_1", sensorId: stale.id, seconds: 60 }];
    expect(
      samples(home([device({ sensors: [stale] })], { timeToFreezeSeconds }), "time_to_freeze_seconds"),
    ).toBeUndefined();
  });
});

describe("a device", () => {
  test.each(DEVICE_STATUSES.map((status) => [status, status === "ok" || status === "late" ? 1 : 0] as const))(
    "that is %s has device_up %d",
    (status, up) => {
      expect(values(home([device({ status })]), "device_up")).toEqual([up]);
    },
  );
});

describe("a home", () => {
  test("keeps from who must not know whether somebody is there", () => {
    const text = renderMetrics(home([], { quiet: null }), NOW);
    expect(text).not.toMatch(/snoozed|vacation/);
  });

  test("without a device still says that nothing is wrong", () => {
    const families = parsed(home([]));
    expect([...families.keys()].map((name) => name.replace("hearthwatch_", ""))).toEqual([
      "alerts_active",
      "alerts_critical_active",
      "snoozed",
      "vacation",
    ]);
  });
});

describe("any home whatever", () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 12 });
  const at = fc.option(fc.date({ min: ago(48), max: NOW, noInvalidDate: true }));
  const anySensor = fc.record({
    id: fc.string({ maxLength: 3 }),
    key: text,
    label: text,
    kind: fc.constantFrom(...SENSOR_KINDS),
    unit: fc.option(fc.oneof(fc.constantFrom("°F", "%", "hPa", "kWh", "µg/m³", "/"), text)),
    isState: fc.boolean(),
    trueMeans: fc.constantFrom(null, "open", "closed"),
    value: fc.option(fc.double()),
    recordedAt: at,
    faultyAt: at,
    fault: fc.constantFrom(null, ...SENSOR_FAULTS),
  });
  const anyDevice = fc.record({
    id: fc.string({ maxLength: 3 }),
    name: text,
    space: text,
    type: fc.constantFrom("push" as const, "pull" as const),
    status: fc.constantFrom(...DEVICE_STATUSES),
    enabled: fc.boolean(),
    batteryPct: fc.option(fc.double()),
    rssi: fc.option(fc.double()),
    lastSeenAt: at,
    sensors: fc.array(anySensor, { maxLength: 4 }),
  });

  test("is text that a strict reader takes", () => {
    fc.assert(
      fc.property(fc.array(anyDevice, { maxLength: 3 }), (devices) => {
        const whole = devices.map((each) =>
          device({ ...each, sensors: each.sensors.map((one) => sensor(one)) }),
        );
        expect(parsed(home(whole)).has("hearthwatch_alerts_active")).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
