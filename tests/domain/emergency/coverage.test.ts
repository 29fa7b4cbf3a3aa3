import { describe, expect, test } from "vitest";
import { type CoverageFacts, judgeCoverage } from "../../../lib/emergency/card.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const RECENT = "2026-11-20T09:00:00.000Z";
const OLD = "2026-07-01T09:00:00.000Z";

const probe = { id: "sen_1", name: "Pipe", kind: "temperature" as const, space: "Cellar" };
const email = { channel: "email" as const, label: "Email", provenAt: RECENT };
const push = { channel: "ntfy" as const, label: "ntfy", provenAt: RECENT };

/** A home in which nothing is missing. */
const COVERED: CoverageFacts = {
  sensors: [{ ...probe, latestAt: RECENT, alarmedAt: OLD }],
  unheard: [],
  sources: 2,
  people: [
    { name: "ada@example.com", channels: [email, push] },
    { name: "ben@example.com", channels: [email] },
  ],
};
const gaps = (facts: Partial<CoverageFacts>) =>
  judgeCoverage({ ...COVERED, ...facts }, NOW).map(({ gap, about }) => [gap, about]);

describe("the coverage of a home", () => {
  test("has no gap where sensors are heard, channels proven and nothing hangs on one", () => {
    expect(gaps({})).toEqual([]);
  });

  test("misses a room whose sensors were not heard within a day, but not one of which a single one was", () => {
    const silent = { ...probe, id: "sen_2", latestAt: OLD, alarmedAt: OLD };
    expect(gaps({ sensors: [...COVERED.sensors, silent] })).toEqual([]);
    expect(gaps({ sensors: [silent] })).toEqual([["room_silent", "Cellar"]]);
    expect(judgeCoverage({ ...COVERED, sensors: [silent] }, NOW)[0]?.last_at).toBe(OLD);
  });

  test("has sensors that nobody knows to work: never wet, never cold", () => {
    const dry = {
      ...probe,
      id: "sen_3",
      name: "Sump",
      kind: "flood" as const,
      latestAt: RECENT,
      alarmedAt: null,
    };
    expect(gaps({ sensors: [{ ...probe, latestAt: RECENT, alarmedAt: null }, dry] })).toEqual([
      ["never_wet", "Sump (Cellar)"],
      ["never_cold", "Pipe (Cellar)"],
    ]);
  });

  test("has channels that have not worked for 90 days, or never", () => {
    const stale = { ...push, provenAt: OLD };
    const never = { ...push, label: "Telegram", channel: "telegram" as const, provenAt: null };
    const unread = { ...email, label: "cleo@example.com", provenAt: null };
    expect(
      gaps({ people: [...COVERED.people, { name: "cleo@example.com", channels: [stale, never, unread] }] }),
    ).toEqual([
      ["channel_unproven", "ntfy (cleo@example.com)"],
      ["channel_unproven", "Telegram (cleo@example.com)"],
      ["channel_unproven", "cleo@example.com"],
    ]);
  });
});
