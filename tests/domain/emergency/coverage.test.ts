import { describe, expect, test } from "vitest";
import { type CoverageFacts, judgeCoverage } from "../../../lib/emergency/card.ts";
import type { Channel } from "../../../schema/vocabulary.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const RECENT = "2026-11-20T09:00:00.000Z";
const OLD = "2026-07-01T09:00:00.000Z";

const probe = { id: "sen_1", name: "Pipe", kind: "temperature" as const, space: "Cellar" };
const email = { channel: "email" as const, label: "Email", provenAt: RECENT };
const push = { channel: "ntfy" as const, label: "ntfy", provenAt: RECENT };

/** A home without gaps. */
const COVERED: CoverageFacts = {
  sensors: [{ ...probe, latestAt: RECENT, alarmedAt: OLD }],
  unheard: [],
  sources: 2,
  people: [
    { id: "usr_ada", name: "ada@example.com", isViewer: false, channels: [email, push] },
    { id: "usr_ben", name: "ben@example.com", isViewer: false, channels: [email] },
  ],
  contacts: [],
  steps: [],
  plan: "pro",
};
const gaps = (facts: Partial<CoverageFacts>) =>
  judgeCoverage({ ...COVERED, ...facts }, NOW).map(({ gap, about }) => [gap, about]);

describe("the coverage of a home", () => {
  test("has no gap if sensors are online, channels confirmed and nothing depends on one", () => {
    expect(gaps({})).toEqual([]);
  });

  test("lists a room if none of its sensors was online within a day", () => {
    const silent = { ...probe, id: "sen_2", latestAt: OLD, alarmedAt: OLD };
    expect(gaps({ sensors: [...COVERED.sensors, silent] })).toEqual([]);
    expect(gaps({ sensors: [silent] })).toEqual([["room_silent", "Cellar"]]);
    expect(judgeCoverage({ ...COVERED, sensors: [silent] }, NOW)[0]?.last_at).toBe(OLD);
  });

  test("has sensors that nobody knows to work: never wet, never cold", () => {
    const cold = { ...probe, latestAt: RECENT, alarmedAt: null };
    const dry = { ...cold, id: "sen_3", name: "Sump", kind: "flood" as const };
    expect(gaps({ sensors: [cold, dry] })).toEqual([
      ["never_wet", "Sump (Cellar)"],
      ["never_cold", "Pipe (Cellar)"],
    ]);
  });

  test("has channels that have not worked for 90 days, or never", () => {
    const stale = { ...push, provenAt: OLD };
    const never = { ...push, label: "Telegram", channel: "telegram" as const, provenAt: null };
    const unread = { ...email, label: "cleo@example.com", provenAt: null };
    const cleo = { id: "usr_cleo", name: "cleo@example.com", isViewer: false };
    expect(gaps({ people: [...COVERED.people, { ...cleo, channels: [stale, never, unread] }] })).toEqual([
      ["channel_unproven", "ntfy (cleo@example.com)"],
      ["channel_unproven", "Telegram (cleo@example.com)"],
      ["channel_unproven", "cleo@example.com"],
    ]);
  });

  test.each<[whom: string, channels: Channel[] | null, about?: string | null]>([
    ["usr_ada", ["ntfy"]],
    ["hct_bo", null],
    ["usr_gone", null, null],
    ["usr_ben", ["ntfy"], "ben@example.com"],
    ["contacts", ["sms"], null],
  ])("names a step for %s by %j where it reaches nobody", (whom, channels, about) => {
    const contacts = [{ id: "hct_bo", name: "Bo", channels: [email] }];
    const steps = [{ whom, channels, afterMinutes: 5 }];
    expect(gaps({ contacts, steps })).toEqual(about === undefined ? [] : [["step_reaches_nobody", about]]);
  });

  test("counts on no viewer, whom a step may reach", () => {
    const eve = { id: "usr_eve", name: "eve@example.com", isViewer: true, channels: [email] };
    const [ada] = COVERED.people;
    const steps = [{ whom: "usr_eve", channels: null, afterMinutes: 5 }];
    expect(gaps({ people: ada ? [ada, eve] : [], steps })).toEqual([["one_person", "ada@example.com"]]);
  });
});
