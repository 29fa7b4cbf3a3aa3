import { describe, expect, test } from "vitest";
import {
  applyAction,
  type HomeNow,
  homeStatus,
  QUIET_ACTS,
  type QuietTimes,
  quietDetails,
  replaySeconds,
} from "../../../lib/alerts/quiet/quiet.ts";
import { INBOUND_ACTIONS } from "../../../schema/vocabulary.ts";

const NOW = new Date("2026-11-20T10:00:00.000Z");
const HOUR_MS = 3_600_000;
const at = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS);

const AWAKE: QuietTimes = { snoozedUntil: null, vacationSince: null, vacationUntil: null };
const AWAY: QuietTimes = { ...AWAKE, vacationSince: at(-24), vacationUntil: at(24) };

describe("a snooze", () => {
  test.each([
    [null, 4],
    [720, 720],
    [8_760, 720],
  ])("of %s hours ends after %i", (hours, expected) => {
    expect(applyAction({ action: "snooze", hours }, AWAKE, NOW)).toEqual({
      ...AWAKE,
      snoozedUntil: at(expected),
    });
  });

  test("and a vacation know nothing of each other", () => {
    const both = applyAction({ action: "snooze", hours: 2 }, AWAY, NOW);
    expect(both).toEqual({ ...AWAY, snoozedUntil: at(2) });
    expect(applyAction({ action: "clear_vacation", hours: null }, both, NOW)).toEqual({
      ...AWAKE,
      snoozedUntil: at(2),
    });
    expect(applyAction({ action: "clear_snooze", hours: null }, both, NOW)).toEqual(AWAY);
  });
});

describe("a vacation", () => {
  test("without hours lasts until it is cleared", () => {
    const away = applyAction({ action: "vacation", hours: null }, AWAKE, NOW);
    expect(away).toEqual({ ...AWAKE, vacationSince: NOW, vacationUntil: null });
    expect(homeStatus({ quiet: away, alerts: [], devices: [] }, at(90_000))).toMatchObject({
      on_vacation: true,
      vacation_until: null,
    });
  });

  test("made longer began when it began; one that is over begins anew", () => {
    expect(applyAction({ action: "vacation", hours: 48 }, AWAY, NOW)).toMatchObject({
      vacationSince: at(-24),
      vacationUntil: at(48),
    });
    const over = { ...AWAY, vacationUntil: NOW };
    expect(applyAction({ action: "vacation", hours: 48 }, over, NOW).vacationSince).toEqual(NOW);
  });
});

describe("every action", () => {
  test.each(INBOUND_ACTIONS)("%s twice is the same as once", (action) => {
    const once = applyAction({ action, hours: 5 }, AWAY, NOW);
    expect(applyAction({ action, hours: 5 }, once, NOW)).toEqual(once);
  });

  test("is logged with the hours that count, and asking is not logged", () => {
    expect(quietDetails({ action: "snooze", hours: null })).toEqual({ hours: 4 });
    expect(quietDetails({ action: "snooze", hours: 8_760 })).toEqual({ hours: 720 });
    expect(quietDetails({ action: "vacation", hours: null })).toEqual({ hours: null });
    expect(quietDetails({ action: "clear_snooze", hours: 3 })).toEqual({});
    expect(INBOUND_ACTIONS.filter((action) => QUIET_ACTS[action] === null)).toEqual(["status"]);
  });

  test("signed is known again longer than its timestamp is good for; without one only a snooze is", () => {
    expect(INBOUND_ACTIONS.map((action) => replaySeconds(action, true))).toEqual([660, 660, 660, 660, null]);
    expect(INBOUND_ACTIONS.map((action) => replaySeconds(action, false))).toEqual([
      60,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("a status", () => {
  const home: HomeNow = {
    quiet: { snoozedUntil: at(1), vacationSince: at(-1), vacationUntil: at(2) },
    alerts: [
      {
        id: "alr_1",
        kind: "leak",
        severity: "critical",
        title: "Sump",
        opened_at: at(-3).toISOString(),
        acknowledged: true,
      },
    ],
    devices: [
      { enabled: true, lastSeenAt: at(-0.1) },
      { enabled: true, lastSeenAt: at(-10) },
      { enabled: false, lastSeenAt: at(-10) },
      { enabled: true, lastSeenAt: null },
    ],
  };

  test("has null for a time that is over, at its very moment", () => {
    expect(homeStatus(home, at(1))).toMatchObject({ snoozed_until: null, on_vacation: true });
    expect(homeStatus(home, at(2))).toMatchObject({ vacation_until: null, on_vacation: false });
  });
});
