import { describe, expect, test } from "vitest";
import {
  homeStatus,
  QUIET_ACTS,
  type QuietTimes,
  type QuietWish,
  quietDetails,
  replaySeconds,
} from "../../../lib/alerts/quiet/quiet.ts";
import type { InboundAction } from "../../../schema/vocabulary.ts";

const NOW = new Date("2026-11-20T10:00:00.000Z");
const HOUR_MS = 3_600_000;
const at = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS);

const AWAKE: QuietTimes = { snoozedUntil: null, vacationSince: null, vacationUntil: null };
const AWAY: QuietTimes = { ...AWAKE, vacationSince: at(-24), vacationUntil: at(24) };

const applyAction = (wish: QuietWish, before: QuietTimes, now: Date): QuietTimes => ({
  ...before,
  ...QUIET_ACTS[wish.action]?.sets(wish, before, now),
});

describe("a snooze", () => {
  test.each([
    [null, 4],
    [720, 720],
    [8_760, 720],
  ])("of %s hours ends after %i, and is logged so", (hours, expected) => {
    const wish = { action: "snooze", hours } as const;
    expect(applyAction(wish, AWAKE, NOW)).toEqual({ ...AWAKE, snoozedUntil: at(expected) });
    expect(quietDetails(wish)).toEqual({ hours: expected });
  });
});

test("a vacation made longer began when it began; one that is over begins anew", () => {
  expect(applyAction({ action: "vacation", hours: 48 }, AWAY, NOW)).toMatchObject({
    vacationSince: at(-24),
    vacationUntil: at(48),
  });
  const over = { ...AWAY, vacationUntil: NOW };
  expect(applyAction({ action: "vacation", hours: 48 }, over, NOW).vacationSince).toEqual(NOW);
});

describe("every action", () => {
  const CALM: QuietTimes = { snoozedUntil: at(9), vacationSince: at(-24), vacationUntil: at(24) };

  test.each<[InboundAction, Partial<QuietTimes>, number | null, number | null]>([
    ["snooze", { snoozedUntil: at(5) }, 660, 60],
    ["clear_snooze", { snoozedUntil: null }, 660, null],
    ["vacation", { vacationUntil: at(5) }, 660, null],
    ["clear_vacation", { vacationSince: null, vacationUntil: null }, 660, null],
    ["status", {}, null, null],
  ])(
    "%s makes of both modes %o; again it is the same for %s s, without a timestamp %s s",
    (action, made, ...s) => {
      const once = applyAction({ action, hours: 5 }, CALM, NOW);
      expect(once).toEqual({ ...CALM, ...made });
      expect(applyAction({ action, hours: 5 }, once, NOW)).toEqual(once);
      expect([true, false].map((isTimestamped) => replaySeconds(action, isTimestamped))).toEqual(s);
    },
  );
});

describe("a status", () => {
  const quiet: QuietTimes = { snoozedUntil: at(1), vacationSince: at(-1), vacationUntil: at(2) };
  const heard = (hours: number | null, enabled = true) => ({
    enabled,
    lastSeenAt: hours === null ? null : at(hours),
  });
  const home = { quiet, alerts: [], devices: [heard(0), heard(-9), heard(null), heard(-9, false)] };

  test("has the ends of what holds, and null for one that is over, at its very moment", () => {
    const ends = { snoozed_until: at(1).toISOString(), vacation_until: at(2).toISOString() };
    expect(homeStatus(home, NOW)).toMatchObject(ends);
    expect(homeStatus(home, at(1))).toMatchObject({ snoozed_until: null, on_vacation: true });
    expect(homeStatus(home, at(2))).toMatchObject({ vacation_until: null, on_vacation: false });
    const endless = applyAction({ action: "vacation", hours: null }, quiet, NOW);
    const away = homeStatus({ ...home, quiet: endless }, at(9));
    expect(away).toMatchObject({ vacation_until: null, on_vacation: true });
  });

  test("counts the devices that are offline among all", () => {
    expect(homeStatus(home, NOW).devices).toEqual({ total: 4, offline: 1 });
  });
});
