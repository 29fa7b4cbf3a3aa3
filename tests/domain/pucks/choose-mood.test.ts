import { describe, expect, test } from "vitest";
import { bayMood, shownBay } from "../../../lib/pucks/mood/bay-mood.ts";
import type { BayScene } from "../../../lib/pucks/mood/climate.ts";
import { chooseMood } from "../../../lib/pucks/mood/derive-mood.ts";
import { ago, facts, NOON, READER, sensor } from "./scene.ts";

const derived = { mood: "chilly", reason: "Only 15 °C" } as const;
const alarm = { mood: "alarmed", reason: "Water at Sump" } as const;

test("a bay is shown with its mood, until when somebody chose it, and what makes it", () => {
  const scene: BayScene = {
    override: { mood: "happy", until: new Date("2026-11-21T12:00:00Z") },
    updatedAt: ago(NOON, 10),
    vacation: { since: null, until: null },
    facts: facts([sensor(NOON)]),
  };
  const bay = {
    ...scene,
    bayId: "bay_1",
    name: "Den",
    space: "Den",
    sensorIds: null,
    createdAt: ago(NOON, 60),
  };
  const shown = {
    bay_id: "bay_1",
    name: "Den",
    space: "Den",
    sensor_ids: null,
    created_at: "2026-11-20T11:00:00.000Z",
    mood: "happy",
    source: "override",
    reason: "Set by hand",
    override_until: "2026-11-21T12:00:00.000Z",
    updated_at: "2026-11-20T11:50:00.000Z",
  };
  expect(shownBay(bay, READER, NOON)).toEqual(shown);
  const lasting = { ...bay, override: { mood: "happy", until: null } as const };
  expect(shownBay(lasting, READER, NOON)).toEqual({ ...shown, override_until: null });
});

test("a mood is as new as its newest reading, of sensors that have read", () => {
  const never = sensor(NOON, { value: null, recordedAt: null });
  const scene: BayScene = {
    override: null,
    updatedAt: ago(NOON, 10),
    vacation: { since: null, until: null },
    facts: facts([never, sensor(NOON)]),
  };
  expect(bayMood(scene, READER, NOON)).toMatchObject({
    override_until: null,
    updated_at: ago(NOON, 1).toISOString(),
  });
});

describe("an override", () => {
  test("stands before what was derived, until the very moment of its end", () => {
    const until = new Date(NOON.getTime() + 1);
    const set = { mood: "happy", until } as const;
    expect(chooseMood(derived, set, READER, NOON)).toEqual({
      mood: "happy",
      source: "override",
      reason: "Set by hand",
      overrideUntil: until,
    });
    expect(chooseMood(derived, set, READER, until)).toEqual({
      ...derived,
      source: "derived",
      overrideUntil: null,
    });
    expect(chooseMood(derived, { mood: "cozy", until: null }, READER, NOON)).toMatchObject({ mood: "cozy" });
  });

  test("never hides an alarm, and one of an alarm is no other", () => {
    const chosen = chooseMood(alarm, { mood: "alarmed", until: null }, READER, NOON);
    expect(chosen).toMatchObject({ mood: "alarmed", source: "derived" });
    expect(chosen.reason).toContain("Water at Sump");
  });
});

describe("what is shown", () => {
  const scene: BayScene = {
    override: null,
    updatedAt: ago(NOON, 10),
    vacation: { since: null, until: null },
    facts: facts([sensor(NOON, { recordedAt: ago(NOON, 3) }), sensor(NOON, { recordedAt: ago(NOON, 5) })]),
  };

  test("is as new as the newest reading, or as what somebody changed since", () => {
    expect(bayMood(scene, READER, NOON).updated_at).toBe(ago(NOON, 3).toISOString());
    const changed = { ...scene, updatedAt: ago(NOON, 1) };
    expect(bayMood(changed, READER, NOON).updated_at).toBe(ago(NOON, 1).toISOString());
    const override = { mood: "happy", until: null } as const;
    expect(bayMood({ ...scene, override }, READER, NOON).updated_at).toBe(ago(NOON, 10).toISOString());
  });

  test("knows a vacation by its beginning and its end", () => {
    const moodOf = (vacation: BayScene["vacation"]) => bayMood({ ...scene, vacation }, READER, NOON).mood;
    expect(moodOf({ since: ago(NOON, 9), until: null })).toBe("sleepy");
    expect(moodOf({ since: ago(NOON, 9), until: new Date(NOON.getTime() + 1) })).toBe("sleepy");
    expect(moodOf({ since: ago(NOON, 9), until: NOON })).toBe("happy");
    expect(moodOf({ since: null, until: new Date(NOON.getTime() + 1) })).toBe("happy");
  });
});
