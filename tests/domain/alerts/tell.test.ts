import { describe, expect, test } from "vitest";
import { acknowledge, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { judgeFreeze } from "../../../lib/alerts/kinds/freeze.ts";
import { judgeLeak } from "../../../lib/alerts/kinds/leak.ts";
import { isOnVacation, isSnoozed, NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import { PLACEMENT_DEFAULTS } from "../../../lib/devices/placement/sensor-settings.ts";
import { type Judge, judgeAll, MINUTE, notified, type Post, T0 } from "./posts.ts";

/** The flap guard alone: they open at the first reading, and again as soon as they want. */
const AT_ONCE = { freeze: { sureMs: 0, reopenQuietMs: 0 } };

const freeze = (posts: (Post & { minute: number })[], from = NO_EPISODE) =>
  judgeAll(
    (state, input, now) => judgeFreeze(state, input, settingsFor("freeze", AT_ONCE), now),
    posts,
    from,
  );
const leak = (posts: (Post & { minute: number })[], from = NO_EPISODE) =>
  judgeAll(
    (state, input, now) => judgeLeak(state, { ...input, isState: true }, settingsFor("leak"), now),
    posts,
    from,
  );

const snoozedFor = (minutes: number) => ({ ...NO_QUIET, snoozedUntil: T0 + minutes * MINUTE });

describe("a snooze", () => {
  const quiet = snoozedFor(120);

  test("holds back a warning, and delivers it at its end if it is still so", () => {
    const { findings } = freeze([0, 60, 119, 120, 135].map((minute) => ({ minute, value: 38, quiet })));
    expect(notified(findings)).toEqual(["[snooze: opened warning]", "late opened warning"]);
    expect(findings[1]?.at).toBe(T0 + 120 * MINUTE);
    expect(findings[1]?.openedAt).toBe(T0);
  });

  test("is silent about what came and went meanwhile", () => {
    const { findings } = freeze([
      { minute: 0, value: 38, quiet },
      { minute: 5, value: 50, quiet },
      { minute: 10, value: 50, quiet },
    ]);
    expect(notified(findings)).toEqual(["[snooze: opened warning]", "[untold: closed warning]"]);
  });

  test("lets a critical alert through, and one that becomes critical", () => {
    expect(notified(freeze([{ minute: 0, value: 34, quiet }]).findings)).toEqual(["opened critical"]);
    const { findings } = freeze([
      { minute: 0, value: 38, quiet },
      { minute: 5, value: 34, quiet },
    ]);
    expect(notified(findings)).toEqual(["[snooze: opened warning]", "worsened critical"]);
  });

  test("lets a leak through, and its reminders", () => {
    const { findings } = leak([0, 10].map((minute) => ({ minute, value: 1, unit: null, quiet })));
    expect(notified(findings)).toEqual(["opened critical", "reminded critical"]);
  });

  test("suppresses reminders, and lets the end of a notified episode through", () => {
    const { findings } = freeze([
      { minute: 0, value: 38 },
      { minute: 70, value: 38, quiet },
      { minute: 75, value: 50, quiet },
      { minute: 80, value: 50, quiet },
    ]);
    expect(notified(findings)).toEqual(["opened warning", "closed warning"]);
  });

  test("ends at its moment, and a vacation without an end does not", () => {
    expect(isSnoozed(quiet, T0 + 120 * MINUTE - 1)).toBe(true);
    expect(isSnoozed(quiet, T0 + 120 * MINUTE)).toBe(false);
    expect(isOnVacation({ ...NO_QUIET, vacation: { until: null } }, T0)).toBe(true);
    expect(isOnVacation({ ...NO_QUIET, vacation: { until: T0 + 1 } }, T0)).toBe(true);
    expect(isOnVacation({ ...NO_QUIET, vacation: { until: T0 } }, T0)).toBe(false);
    expect(isOnVacation(NO_QUIET, T0)).toBe(false);
  });
});

describe("the flap guard", () => {
  /** Opens at 0, 4, 8 … minutes and closes two good readings later. */
  const flaps = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => [
      { minute: from + index * 4, value: 38 },
      { minute: from + index * 4 + 1, value: 50 },
      { minute: from + index * 4 + 2, value: 50 },
    ]).flat();
  const loud = (posts: (Post & { minute: number })[]) =>
    freeze(posts).findings.filter(({ suppressedBy }) => suppressedBy === null);

  test("lets ten openings within an hour through", () => {
    expect(loud(flaps(10))).toHaveLength(20);
  });

  test("tells the eleventh and all that follow as one summary", () => {
    const notices = loud(flaps(14));
    expect(notices).toHaveLength(21);
    expect(notices.at(-1)).toMatchObject({ transition: "flapping", openings: 11 });
  });

  test("repeats the summary after an hour of it, not before", () => {
    const summaries = loud(flaps(40)).filter(({ transition }) => transition === "flapping");
    expect(summaries.map(({ at }) => (at - T0) / MINUTE)).toEqual([40, 100]);
  });

  test("lets what is graver through", () => {
    const notices = loud([...flaps(12), { minute: 60, value: 34 }]);
    expect(notified(notices).at(-1)).toBe("opened critical");
  });

  test("tells what is still open when it has calmed down", () => {
    const { findings } = freeze([...flaps(12), ...[60, 90, 105].map((minute) => ({ minute, value: 38 }))]);
    const late = findings.filter(({ delayed }) => delayed);
    expect(notified(late)).toEqual(["late opened warning"]);
  });

  test("keeps a bounded list, whatever happens", () => {
    expect(freeze(flaps(200)).state.openings.length).toBeLessThanOrEqual(11);
  });
});

test("a cold space that gets as cold as last week is no news, also where it becomes critical anew; a colder one is", () => {
  const unheated = settingsFor("freeze", PLACEMENT_DEFAULTS.unheated);
  const day = 24 * 60;
  const values = [30, 24, 40, 40];
  const week = (from: number, cold: number[]) =>
    cold.map((value, index) => ({ minute: from + index * 30, value }));
  const { findings } = judgeAll(
    (state, input, now) => judgeFreeze(state, input, unheated, now),
    [...week(0, values), ...week(7 * day, values), ...week(14 * day, [30, 15.9, 40, 40])],
  );
  expect(notified(findings).filter((text) => !text.startsWith("["))).toEqual([
    "opened warning",
    "worsened critical",
    "closed critical",
    "worsened critical",
    "closed critical",
  ]);
});

test("notifies a space that is critical by night for weeks once, whoever acknowledges it by day", () => {
  const unheated = settingsFor("freeze", PLACEMENT_DEFAULTS.unheated);
  const judge: Judge = (state, input, now) => judgeFreeze(state, input, unheated, now);
  const night = (day: number) =>
    [24, 30, 30].map((value, index) => ({ minute: (day * 24 + index * 4) * 60, value }));
  const first = judgeAll(judge, night(0));
  const taken = acknowledge(first.state, "Ada", T0 + 9 * 60 * MINUTE);
  const later = judgeAll(judge, [1, 2, 3, 4, 5].flatMap(night), taken);
  expect(notified(first.findings)[0]).toBe("opened critical");
  expect(notified(later.findings).filter((text) => !text.startsWith("["))).toEqual([]);
});
