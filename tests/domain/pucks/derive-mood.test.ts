import { expect, test } from "vitest";
import { type ActiveAlert, bayMood, derivedMood, type MoodFacts } from "../../../lib/pucks/mood.ts";
import type { Mood, SensorKind } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";
import { ago, EVENING, facts, NIGHT, NOON, READER, sensor, type Told } from "./scene.ts";

const at = (now: Date, sensors: Told[], changed: Partial<MoodFacts> = {}) =>
  derivedMood(
    facts(
      sensors.map((one) => sensor(now, one)),
      changed,
    ),
    READER,
    now,
  );

const state = (kind: SensorKind, value: number, label: string): Told => ({
  kind,
  value,
  label,
  unit: null,
  isState: true,
});
const alert = (kind: ActiveAlert["kind"], severity: ActiveAlert["severity"]): ActiveAlert => ({
  kind,
  severity,
  title: `A ${kind}`,
  sensorId: null,
  deviceId: null,
});
const away = { vacationSince: NOON };
const warm = { value: 21 };

type Case = [mood: Mood, reason: string, now: Date, sensors: Told[], changed?: Partial<MoodFacts>];

/** One row for each rule, and one on each side of its limits. */
const CASES: Case[] = [
  ["happy", "All is well", NOON, [warm]],
  ["happy", "All is well", NOON, [state("door", 1, "Front door")]],
  ["cozy", "A warm evening at 21 °C", EVENING, [warm]],
  ["cozy", "A warm evening at 69.8 °F", EVENING, [warm], { temperatureUnit: "F" }],
  ["cozy", "A warm evening at 20 °C", EVENING, [{ value: 68, unit: "°F" }]],
  ["happy", "All is well", EVENING, [{ value: 19.9 }]],
  ["cozy", "A warm evening at 25 °C", EVENING, [{ value: 25 }]],
  ["happy", "All is well", EVENING, [{ value: 25.1 }]],
  ["happy", "All is well", EVENING, [state("door", 0, "Front door")]],
  ["sleepy", "It's night, and all is well", NIGHT, [warm]],
  ["chilly", "Only 17.9 °C", NOON, [{ value: 17.9 }]],
  ["happy", "All is well", NOON, [{ value: 18 }]],
  ["chilly", "Only 17 °C", NOON, [{ value: 14 }, { value: 20 }]],
  ["sleepy", "It's night, and all is well", NIGHT, [{ value: 16 }]],
  ["chilly", "Only 15.9 °C", NIGHT, [{ value: 15.9 }]],
  ["chilly", "Only 0 °C", NOON, [{ value: -0.01 }]],
  ["sleepy", "Everyone is away, and all is well", NOON, [{ value: 10 }], away],
  ["chilly", "Only 9.9 °C", NOON, [{ value: 9.9 }], away],
  ["worried", "Hot: 30 °C", NOON, [{ value: 30 }]],
  ["happy", "All is well", NOON, [{ value: 29.9 }]],
  ["worried", "Stale air: Desk", NOON, [{ kind: "co2", unit: "ppm", value: 2_001, label: "Desk" }]],
  ["happy", "All is well", NOON, [{ kind: "co2", unit: "ppm", value: 2_000 }]],
  ["worried", "Fine dust: Desk", NOON, [{ kind: "pm25", unit: "µg/m³", value: 56, label: "Desk" }]],
  ["worried", "Damp: Bath", NOON, [{ kind: "humidity", unit: "%", value: 71, label: "Bath" }]],
  ["happy", "All is well", NOON, [{ kind: "humidity", unit: "%", value: 70 }]],
  ["worried", "Fumes in the air: Shed", NOON, [{ kind: "voc", unit: "ppb", value: 2_201, label: "Shed" }]],
  ["worried", "Everyone is away, but somebody is at Hall", NOON, [state("motion", 1, "Hall")], away],
  ["worried", "Everyone is away, but somebody is at Door", NOON, [state("door", 1, "Door")], away],
  ["sleepy", "Everyone is away, and all is well", NOON, [state("motion", 0, "Hall")], away],
  ["worried", "A freeze", NOON, [warm], { alerts: [alert("freeze", "warning")] }],
  [
    "worried",
    "A freeze and A humidity",
    NIGHT,
    [warm],
    { alerts: [alert("freeze", "warning"), alert("humidity", "warning")] },
  ],
  [
    "alarmed",
    "A freeze",
    NOON,
    [warm],
    { alerts: [alert("humidity", "warning"), alert("freeze", "critical")] },
  ],
  ["alarmed", "A leak", NOON, [warm], { alerts: [alert("leak", "warning")] }],
  ["alarmed", "A leak", NOON, [], { alerts: [alert("leak", "critical")] }],
  ["alarmed", "Water at Sump", NIGHT, [state("flood", 1, "Sump"), { value: 5 }], away],
  ["happy", "All is well", NOON, [state("flood", 0, "Sump")]],
  ["offline", "No recent readings", NOON, []],
  ["offline", "No recent readings", NOON, [{ value: null, recordedAt: null, device: { lastSeenAt: null } }]],
  ["offline", "No recent readings", NOON, [{ recordedAt: ago(NOON, 24 * 60 + 1) }]],
  ["offline", "Node is offline", NOON, [{ device: { lastSeenAt: ago(NOON, 46) } }]],
  [
    "offline",
    "Node is offline",
    NOON,
    [{ device: { lastSeenAt: ago(NOON, 46) } }],
    { alerts: [alert("outage", "warning")] },
  ],
  ["happy", "All is well", NOON, [{ device: { lastSeenAt: ago(NOON, 44) } }]],
  ["happy", "All is well", NOON, [{ device: { lastSeenAt: ago(NOON, 100), usualIntervalMs: 3_600_000 } }]],
  [
    "offline",
    "Node is offline",
    NOON,
    [{ device: { lastSeenAt: ago(NOON, 181), usualIntervalMs: 3_600_000 } }],
  ],
  [
    "worried",
    "Far node is offline",
    NOON,
    [warm, { device: { name: "Far node", lastSeenAt: ago(NOON, 46) } }],
  ],
  ["worried", "Pipe unplugged", NOON, [warm, { label: "Pipe", faultyAt: NOON }]],
  ["offline", "Pipe unplugged", NOON, [{ label: "Pipe", faultyAt: NOON }]],
  ["happy", "All is well", NOON, [warm, { value: -20, recordedAt: ago(NOON, 24 * 60 + 1) }]],
  ["happy", "All is well", NOON, [{ kind: "generic", unit: null, value: 1e18 }]],
];

test.each(CASES)("a bay is %s: %s", (mood, reason, now, sensors, changed) => {
  expect(at(now, sensors, changed)).toEqual({ mood, reason });
});

test.each(readLines<[Mood, string, string]>(new URL("moods-by-clock.jsonl", import.meta.url)))(
  "the home's clock makes it %s at %s in %s",
  (mood, time, timeZone) => {
    expect(at(new Date(time), [warm], { timeZone }).mood).toBe(mood);
  },
);

test("a mood set by hand hides no leak and no critical alert, and everything else", () => {
  const set = { moodOverride: "cozy", overrideUntil: null, updatedAt: NOON } as const;
  const bay = { bayId: "bay", space: null, ...set };
  const shown = (alerts: ActiveAlert[]) =>
    bayMood(bay, { ...facts([], { alerts }), devices: [] }, READER, NOON).mood;
  const moods = [alert("freeze", "warning"), alert("leak", "warning"), alert("rule", "critical")].map((one) =>
    shown([one]),
  );
  expect(moods).toEqual(["cozy", "alarmed", "alarmed"]);
});
