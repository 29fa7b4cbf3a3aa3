import fc from "fast-check";
import { expect, test } from "vitest";
import type { MoodFacts, MoodSensor } from "../../../lib/pucks/mood/climate.ts";
import { chooseMood, deriveMood } from "../../../lib/pucks/mood/derive-mood.ts";
import { ALERT_KINDS, HOUSEHOLD_UNITS, MOODS, SENSOR_KINDS, SEVERITIES } from "../../../schema/vocabulary.ts";
import { NOON, READER, sensor } from "./scene.ts";

const moment = fc.date({ min: new Date("2026-01-01"), max: new Date("2027-01-01"), noInvalidDate: true });

const anySensor: fc.Arbitrary<MoodSensor> = fc.record({
  key: fc.string(),
  label: fc.string(),
  kind: fc.constantFrom(...SENSOR_KINDS),
  unit: fc.option(fc.constantFrom("°C", "°F", "K", "%", "ppm", "odd")),
  isState: fc.boolean(),
  trueMeans: fc.constantFrom(null, "open", "closed"),
  value: fc.option(fc.double()),
  recordedAt: fc.option(moment),
  isFaulty: fc.boolean(),
  device: fc.string(),
  deviceType: fc.constantFrom("push", "pull"),
  lastSeenAt: fc.option(moment),
  recentGaps: fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 20 }),
});

const anyFacts: fc.Arbitrary<MoodFacts> = fc.record({
  sensors: fc.array(anySensor, { maxLength: 8 }),
  activeAlerts: fc.array(
    fc.record({
      kind: fc.constantFrom(...ALERT_KINDS),
      severity: fc.constantFrom(...SEVERITIES),
      title: fc.string({ minLength: 1 }),
    }),
    { maxLength: 3 },
  ),
  isOnVacation: fc.boolean(),
  timeZone: fc.constantFrom("UTC", "America/New_York", "Asia/Kathmandu", "not a zone"),
  temperatureUnit: fc.constantFrom(...HOUSEHOLD_UNITS),
});

const anyOverride = fc.option(fc.record({ mood: fc.constantFrom(...MOODS), until: fc.option(moment) }));

test("whatever the facts, there is one known mood, with a reason, and the same one again", () => {
  fc.assert(
    fc.property(anyFacts, moment, (facts, now) => {
      const derived = deriveMood(facts, READER, now);
      expect(MOODS).toContain(derived.mood);
      expect(derived.reason.length).toBeGreaterThan(0);
      expect(deriveMood(facts, READER, now)).toEqual(derived);
    }),
  );
});

test("a critical alert or a leak is always an alarm, whatever else is so and whatever was set by hand", () => {
  const grave = fc.constantFrom(
    { kind: "leak", severity: "warning", title: "Leak" } as const,
    { kind: "freeze", severity: "critical", title: "Freeze" } as const,
    { kind: "rule", severity: "critical", title: "Rule" } as const,
  );
  fc.assert(
    fc.property(anyFacts, grave, anyOverride, moment, (facts, alert, override, now) => {
      const derived = deriveMood({ ...facts, activeAlerts: [...facts.activeAlerts, alert] }, READER, now);
      expect(chooseMood(derived, override, READER, now).mood).toBe("alarmed");
    }),
  );
});

test("without an alert or water nobody is alarmed unless somebody has set it", () => {
  fc.assert(
    fc.property(anyFacts, moment, (facts, now) => {
      const dry = facts.sensors.filter(({ kind }) => kind !== "flood");
      const { mood } = deriveMood({ ...facts, sensors: dry, activeAlerts: [] }, READER, now);
      expect(mood).not.toBe("alarmed");
    }),
  );
});

test("an override that has ended changes nothing", () => {
  fc.assert(
    fc.property(anyFacts, moment, fc.constantFrom(...MOODS), (facts, now, mood) => {
      const derived = deriveMood(facts, READER, now);
      expect(chooseMood(derived, { mood, until: now }, READER, now)).toEqual(
        chooseMood(derived, null, READER, now),
      );
    }),
  );
});

test("it never gets warmer words by getting colder", () => {
  const order = ["chilly", "happy", "worried"];
  fc.assert(
    fc.property(
      fc.double({ min: -40, max: 60, noNaN: true }),
      fc.double({ min: 0, max: 40, noNaN: true }),
      (value, colder) => {
        const moodAt = (degrees: number) =>
          deriveMood(
            {
              sensors: [sensor(NOON, { value: degrees })],
              activeAlerts: [],
              isOnVacation: false,
              timeZone: "UTC",
              temperatureUnit: "C",
            },
            READER,
            NOON,
          ).mood;
        expect(order.indexOf(moodAt(value - colder))).toBeLessThanOrEqual(order.indexOf(moodAt(value)));
      },
    ),
  );
});
