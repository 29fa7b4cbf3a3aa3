import { expect, test } from "vitest";
import { type ActiveAlert, bayMood, derivedMood, type MoodFacts } from "../../../lib/pucks/mood.ts";
import type { Mood } from "../../../schema/vocabulary.ts";
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

const alert = (kind: ActiveAlert["kind"], severity: ActiveAlert["severity"]): ActiveAlert => ({
  kind,
  severity,
  title: `A ${kind}`,
  sensorId: null,
  deviceId: null,
  openedAt: NOON.getTime(),
  evidence: null,
});

/** A sensor's facts, and how many minutes ago it was read and its device was heard; null for never. */
type Seen = Told & { readMinutesAgo?: number | null; seenMinutesAgo?: number | null; isUnplugged?: true };
type Case = {
  mood: Mood;
  because: string;
  when: keyof typeof MOMENTS;
  sensors: Seen[];
  alerts?: Parameters<typeof alert>[];
  isAway?: true;
  temperatureUnit?: "F";
};

const MOMENTS = { noon: NOON, evening: EVENING, night: NIGHT };

/** One row for each rule, and one on each side of its limits. */
const CASES = readLines<Case>(new URL("moods.jsonl", import.meta.url));

test.each(CASES)(
  "a bay is $mood: $because",
  ({ mood, because, when, sensors, alerts = [], isAway, ...rest }) => {
    const now = MOMENTS[when];
    const before = (minutes: number | null) => (minutes === null ? null : ago(now, minutes));
    const seen = sensors.map(
      ({ readMinutesAgo = 1, seenMinutesAgo = 1, isUnplugged, device, ...sensor }): Told => ({
        ...{ recordedAt: before(readMinutesAgo), faultyAt: isUnplugged ? now : null, ...sensor },
        device: { lastSeenAt: before(seenMinutesAgo), ...device },
      }),
    );
    const changed = {
      alerts: alerts.map((one) => alert(...one)),
      ...(isAway && { vacationSince: NOON }),
      ...rest,
    };
    expect(at(now, seen, changed)).toEqual({ mood, reason: because });
  },
);

test.each(readLines<[Mood, string, string]>(new URL("moods-by-clock.jsonl", import.meta.url)))(
  "the home's clock makes it %s at %s in %s",
  (mood, time, timeZone) => {
    expect(at(new Date(time), [{ value: 21 }], { timeZone }).mood).toBe(mood);
  },
);

test("a mood set by hand hides an alarm of before, and none that begins or is repeated later", () => {
  const set = { moodOverride: "cozy", overrideUntil: null } as const;
  const shown = (one: ActiveAlert, updatedAt: Date) =>
    bayMood(
      { bayId: "bay", space: null, ...set, updatedAt },
      { ...facts([], { alerts: [one] }), devices: [] },
      READER,
      NOON,
    ).mood;
  const alerts = [alert("freeze", "warning"), alert("leak", "warning"), alert("rule", "critical")];
  expect(alerts.map((one) => shown(one, ago(NOON, 1)))).toEqual(["cozy", "alarmed", "alarmed"]);
  expect(alerts.map((one) => shown(one, NOON))).toEqual(["cozy", "cozy", "cozy"]);
});
