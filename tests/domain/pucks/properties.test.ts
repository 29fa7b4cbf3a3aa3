import fc from "fast-check";
import { expect, test } from "vitest";
import { bayMood, derivedMood, type MoodFacts } from "../../../lib/pucks/mood.ts";
import {
  ALERT_KINDS,
  HOUSEHOLD_UNITS,
  MOODS,
  type Mood,
  SENSOR_KINDS,
  SEVERITIES,
} from "../../../schema/vocabulary.ts";
import { NOON, READER, sensor } from "./scene.ts";

const moment = fc.date({ min: new Date("2026-01-01"), max: new Date("2027-01-01"), noInvalidDate: true });

const anySensor = fc
  .record({
    label: fc.string(),
    kind: fc.constantFrom(...SENSOR_KINDS),
    unit: fc.option(fc.constantFrom("°C", "°F", "K", "%", "ppm", "odd")),
    isState: fc.boolean(),
    trueMeans: fc.constantFrom(null, "open" as const, "closed" as const),
    value: fc.option(fc.double()),
    recordedAt: fc.option(moment),
    faultyAt: fc.option(moment),
    device: fc.record({
      name: fc.string(),
      lastSeenAt: fc.option(moment),
      usualIntervalMs: fc.option(fc.integer({ min: 0, max: 100_000_000 })),
    }),
  })
  .map((changed) => sensor(NOON, changed));

const anyFacts: fc.Arbitrary<MoodFacts> = fc.record({
  sensors: fc.array(anySensor, { maxLength: 8 }),
  alerts: fc.array(
    fc.record({
      kind: fc.constantFrom(...ALERT_KINDS),
      severity: fc.constantFrom(...SEVERITIES),
      title: fc.string({ minLength: 1 }),
      sensorId: fc.constant(null),
      deviceId: fc.constant(null),
    }),
    { maxLength: 3 },
  ),
  vacation: fc.option(fc.constant({ until: null })),
  timeZone: fc.constantFrom("UTC", "America/New_York", "Asia/Kathmandu", "not a zone"),
  temperatureUnit: fc.constantFrom(...HOUSEHOLD_UNITS),
});

const anyOverride = fc.option(fc.record({ mood: fc.constantFrom(...MOODS), until: fc.option(moment) }));

/** A bay of the whole home, where a person has set a mood. */
const bay = (override: { mood: Mood; until: Date | null } | null) => ({
  bayId: "bay",
  sensorIds: null,
  space: null,
  moodOverride: override?.mood ?? null,
  overrideUntil: override?.until ?? null,
  updatedAt: NOON,
});

const homeOf = ({ sensors, ...home }: MoodFacts) => ({
  ...home,
  devices: sensors.map((each) => ({ ...each.device, sensors: [each.sensor] })),
});

test("a critical alert or a leak is always an alarm, whatever else is so and whatever was set by hand", () => {
  const grave = fc.constantFrom(
    { kind: "leak", severity: "warning", title: "Leak", sensorId: null, deviceId: null } as const,
    { kind: "freeze", severity: "critical", title: "Freeze", sensorId: null, deviceId: null } as const,
    { kind: "rule", severity: "critical", title: "Rule", sensorId: null, deviceId: null } as const,
  );
  fc.assert(
    fc.property(anyFacts, grave, anyOverride, moment, (facts, alert, override, now) => {
      const home = homeOf({ ...facts, alerts: [...facts.alerts, alert] });
      expect(bayMood(bay(override), home, READER, now).mood).toBe("alarmed");
    }),
  );
});

test("without an alert or water nobody is alarmed unless somebody has set it", () => {
  fc.assert(
    fc.property(anyFacts, moment, (facts, now) => {
      const dry = facts.sensors.filter(({ sensor: { kind } }) => kind !== "flood");
      const { mood } = derivedMood({ ...facts, sensors: dry, alerts: [] }, READER, now);
      expect(mood).not.toBe("alarmed");
    }),
  );
});
