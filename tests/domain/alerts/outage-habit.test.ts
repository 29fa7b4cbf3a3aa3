import { expect, test } from "vitest";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { judgeOutage } from "../../../lib/alerts/kinds/outage.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import { HOUR, MINUTE } from "./posts.ts";

const DAY = 24 * HOUR;
const NIGHTS = 28;
/** Midnight. */
const START = Date.UTC(2027, 0, 3);

/** A device that posts every quarter of an hour from 7 AM to 10 PM, until it dies; the messages, by day. */
function played(diesAt: number, graceMinutes: number | null = null) {
  const settings = {
    ...settingsFor("outage"),
    graceMs: graceMinutes === null ? null : graceMinutes * MINUTE,
  };
  let state: EpisodeState = NO_EPISODE;
  let lastSeenAt = START - 2 * HOUR;
  const told: { transition: string; at: number }[] = [];
  for (let now = START; now < START + (NIGHTS + 3) * DAY; now += 15 * MINUTE) {
    const hour = ((now - START) % DAY) / HOUR;
    if (hour >= 7 && hour < 22 && now < diesAt) lastSeenAt = now;
    const input = {
      ...{
        subject: "dev_1",
        quiet: NO_QUIET,
        enabled: true,
        deviceId: "dev_1",
        batteryPct: null,
        rssi: null,
      },
      ...{ type: "push" as const, lastSeenAt, usualIntervalMs: 15 * MINUTE, gaps: new Array(20).fill(900) },
      ...{ ownGaps: [], failingFeed: null },
    };
    const judged = tellAlone(judgeOutage(state, input, settings, now));
    state = judged.state;
    for (const { transition, suppressedBy } of judged.findings)
      if (suppressedBy === null) told.push({ transition, at: now });
  }
  return told;
}

test("a device that sleeps in the cold of each night isn't reported each night", () => {
  const told = played(Number.POSITIVE_INFINITY);
  expect(told.filter(({ transition }) => transition === "opened").length).toBeLessThanOrEqual(6);
  expect(told.filter(({ transition }) => transition === "closed").length).toBeLessThanOrEqual(6);
});

test("and is reported within a day once it stays away", () => {
  const diesAt = START + 10 * DAY + 15 * HOUR;
  const report = played(diesAt).find(({ transition, at }) => transition === "opened" && at > diesAt);
  expect((report?.at ?? Number.POSITIVE_INFINITY) - diesAt).toBeLessThanOrEqual(DAY);
});

test("a grace that somebody has set is kept", () => {
  expect(
    played(Number.POSITIVE_INFINITY, 60).filter(({ transition }) => transition === "opened").length,
  ).toBeGreaterThan(25);
});
