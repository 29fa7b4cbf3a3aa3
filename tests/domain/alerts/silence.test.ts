import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seeded } from "../../../bench/table.ts";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import type { DeviceFacts } from "../../../lib/alerts/facts.ts";
import type { Finding } from "../../../lib/alerts/finding.ts";
import { judgeOutage } from "../../../lib/alerts/kinds/outage.ts";
import { NO_QUIET, type Quiet } from "../../../lib/alerts/quiet/quiet.ts";
import { expectedIntervalMs, usualIntervalMs } from "../../../lib/alerts/rhythm.ts";
import { trustOf } from "../../../lib/alerts/sensor-truth.ts";
import { type Span, signsOf, silenceMs, tickGaps } from "../../../lib/alerts/silence.ts";
import { stuckAlone, stuckSince } from "../../../lib/alerts/stuck.ts";
import { HOUR, MINUTE, notified, T0 } from "./posts.ts";
import { deviceOf, householdOf } from "./things.ts";

/** The seconds between the posts of a device that never misses one. */
const every = (minutes: number): number[] => Array.from({ length: 20 }, () => minutes * 60);
const VACATION = { snoozedUntil: null, vacation: { until: null } };

/** Every fifth of its posts, five minutes apart, is lost. */
const lossy = Array.from({ length: 20 }, (_, index) => (index % 4 === 0 ? 600 : 300));

type Case = Partial<DeviceFacts> & { quiet?: Quiet; ownGaps?: Span[]; graceMs?: number };

/** A device that was heard at T0, after posts every five minutes. */
function judge(
  minute: number,
  { quiet = NO_QUIET, ownGaps = [], graceMs, ...rest }: Case,
  from: EpisodeState,
) {
  const device = deviceOf({ gaps: every(5), batteryPct: 62, rssi: null, ...rest });
  const settings = graceMs === undefined ? {} : { outage: { graceMs } };
  const states = [{ kind: "outage", subject: device.id, version: 1, state: from }] as const;
  const facts = { household: householdOf({ quiet, settings }), states: [...states] };
  return tellAlone(judgeOutage(facts, device, ownGaps, T0 + minute * MINUTE));
}

function judgeAt(steps: [number, Case][], from: EpisodeState = NO_EPISODE) {
  let state = from;
  const findings: Finding[] = [];
  for (const [minute, rest] of steps) {
    const judged = judge(minute, rest, state);
    state = judged.state;
    findings.push(...judged.findings);
  }
  return { state, findings };
}

describe("an outage", () => {
  test.each<[string, number, Case, boolean]>([
    ["44 minutes are none for a quick device", 44, {}, false],
    ["45 minutes are", 45, {}, true],
    ["a slow device has some of its intervals", 269, { gaps: every(60) }, false],
    ["and no more", 270, { gaps: every(60) }, true],
    ["a feed is expected every 15 minutes", 83, { type: "pull", gaps: every(15) }, true],
    ["a device of unknown habits has six hours", 359, { gaps: every(5).slice(9) }, false],
    ["and no more than that", 360, { gaps: every(5).slice(9) }, true],
    ["a slow one of unknown habits has three of its silences", 1_439, { gaps: [480 * 60] }, false],
    ["one that was heard once may speak daily", 24 * 60, { gaps: [] }, false],
    ["but is missed after a day and an hour", 25 * 60, { gaps: [] }, true],
    ["less on vacation", 28, { quiet: VACATION }, true],
    ["one that loses every fifth post has ten intervals", 52, { gaps: lossy }, false],
    ["and is missed after that", 53, { gaps: lossy }, true],
    ["a device that was never heard has none", 600, { lastSeenAt: null }, false],
    ["one that is switched off has none", 600, { enabled: false }, false],
    ["a grace of the device's own wins", 119, { graceMs: 2 * HOUR }, false],
    ["and is all that it has", 120, { graceMs: 2 * HOUR }, true],
  ])("%s", (_, minute, rest, isOpen) => {
    expect(judgeAt([[minute, rest]]).state.open).toBe(isOpen);
  });

  test("says for how long it has been silent, how long it might, and how its battery was", () => {
    expect(judgeAt([[50, { rssi: -82 }]]).findings).toMatchObject([
      {
        why: { code: "silent", values: { minutes: 50, allowed: 45 } },
        limit: { name: "silence", value: 45, unit: "min" },
        evidence: { deviceId: "dev_1", value: 50, at: T0, more: { battery_pct: 62, rssi: -82 } },
      },
    ]);
  });

  test("is told a second time after a day, once, and ends with a sign of life", () => {
    const day = 24 * 60;
    const { findings } = judgeAt([
      [45, {}],
      [day - 1, {}],
      [day, {}],
      [2 * day, {}],
      [3 * day, { lastSeenAt: T0 + 3 * day * MINUTE }],
    ]);
    expect(notified(findings)).toEqual(["opened warning", "reminded warning", "closed warning"]);
    expect(findings[2]).toMatchObject({ reason: "recovered", peak: { at: T0 } });
  });

  test("is not over because a vacation is, and is where its device is switched off", () => {
    const away: [number, Case] = [28, { quiet: VACATION }];
    expect(judgeAt([away, [30, {}]]).state.open).toBe(true);
    expect(judgeAt([away, [30, { enabled: false }]]).findings[1]).toMatchObject({ reason: "disabled" });
  });

  test("our own silence counts for nobody", () => {
    const ownGaps = [{ from: T0 + 5 * MINUTE, to: T0 + 185 * MINUTE }];
    expect(judgeAt([[224, { ownGaps }]]).state.open).toBe(false);
    expect(judgeAt([[225, { ownGaps }]]).state.open).toBe(true);
  });

  test("judging again without news leaves nothing to store", () => {
    const { state } = judgeAt([[45, {}]]);
    expect(judge(60, {}, state)).toEqual({ state, findings: [] });
  });

  const failing = (minutes: number, rest: Case = {}): Case => ({
    type: "pull",
    failingFeed: { since: T0 + 12 * HOUR - minutes * MINUTE, failure: "timeout" },
    ...rest,
  });

  test("of a feed that fails opens after an hour of it, whatever its habits", () => {
    const heard = { lastSeenAt: T0 + 11 * HOUR, graceMs: 24 * HOUR };
    expect(judgeAt([[720, failing(59, heard)]]).findings).toEqual([]);
    expect(judgeAt([[720, failing(60, heard)]]).findings).toMatchObject([
      { limit: { value: 60 }, evidence: { at: T0 + 11 * HOUR, more: { feed_failure: "timeout" } } },
    ]);
    const never = failing(60, { lastSeenAt: null, gaps: [] });
    expect(judgeAt([[720, never]]).findings[0]?.evidence).toMatchObject({
      value: 60,
      more: { never_heard: 1 },
    });
  });
});

describe("a device that posts every quarter of an hour from 7 AM to 10 PM", () => {
  const DAY = 24 * HOUR;
  const midnight = Date.UTC(2027, 0, 3);
  /** Its messages of 31 days, until it dies. */
  function played(diesAt: number, graceMs?: number) {
    let state = NO_EPISODE;
    let lastSeenAt = midnight - 2 * HOUR;
    const told: { transition: string; at: number }[] = [];
    for (let now = midnight; now < midnight + 31 * DAY; now += 15 * MINUTE) {
      const hour = ((now - midnight) % DAY) / HOUR;
      if (hour >= 7 && hour < 22 && now < diesAt) lastSeenAt = now;
      const given = { lastSeenAt, gaps: every(15), ...(graceMs === undefined ? {} : { graceMs }) };
      const judged = judge((now - T0) / MINUTE, given, state);
      state = judged.state;
      for (const { transition, suppressedBy } of judged.findings)
        if (suppressedBy === null) told.push({ transition, at: now });
    }
    return told;
  }
  const opened = (told: ReturnType<typeof played>) =>
    told.filter(({ transition }) => transition === "opened");

  test("isn't reported each night, unless somebody has set its grace", () => {
    const told = played(Number.POSITIVE_INFINITY);
    expect(opened(told).length).toBeLessThanOrEqual(6);
    expect(told.length).toBeLessThanOrEqual(12);
    expect(opened(played(Number.POSITIVE_INFINITY, HOUR)).length).toBeGreaterThan(25);
  });

  test("and is reported within a day once it stays away", () => {
    const diesAt = midnight + 10 * DAY + 15 * HOUR;
    const report = opened(played(diesAt)).find(({ at }) => at > diesAt);
    expect((report?.at ?? Number.POSITIVE_INFINITY) - diesAt).toBeLessThanOrEqual(DAY);
  });
});

test.each([0, 0.05, 0.1, 0.2])(
  "a device that loses posts is told of at most once in two years while it lives, at %d lost",
  (loss) => {
    const random = seeded(7);
    let [gaps, lastSeenAt, wrong]: [number[], number, number] = [[], T0, 0];
    const years = 6;
    for (let at = T0 + 15 * MINUTE; at < T0 + years * 365 * 24 * HOUR; at += 15 * MINUTE) {
      if (random() < loss) continue;
      // A tick just before the post sees the whole silence; two intervals of it are none for anybody.
      const isLong = at - lastSeenAt > 30 * MINUTE;
      const minute = (at - MINUTE - T0) / MINUTE;
      if (isLong && judge(minute, { gaps, lastSeenAt }, NO_EPISODE).state.open) wrong += 1;
      gaps = [Math.round((at - lastSeenAt) / 1_000), ...gaps].slice(0, 20);
      lastSeenAt = at;
    }
    expect(wrong / years).toBeLessThanOrEqual(0.5);
  },
);

describe("our own ticks", () => {
  const every15 = [0, 15, 30, 45].map((minute) => T0 + minute * MINUTE);

  test("a quarter of an hour apart are no gap", () => {
    expect(tickGaps(every15, T0 + 60 * MINUTE)).toEqual([]);
  });

  test("a missing one is, and so is one that is overdue now", () => {
    const [first = 0, , third = 0] = every15;
    expect(tickGaps([third, first], T0 + 90 * MINUTE)).toEqual([
      { from: first, to: third },
      { from: third, to: T0 + 90 * MINUTE },
    ]);
  });

  test("silence never grows by a gap of ours", () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 600 }));
    fc.assert(
      fc.property(span, fc.integer({ min: 0, max: 600 }), ([a, b], after) => {
        const ownGaps = [{ from: T0 + Math.min(a, b) * MINUTE, to: T0 + Math.max(a, b) * MINUTE }];
        const now = T0 + after * MINUTE;
        const silence = silenceMs(signsOf(deviceOf(), ownGaps), now) ?? -1;
        expect(silence).toBeGreaterThanOrEqual(0);
        expect(silence).toBeLessThanOrEqual(now - T0);
      }),
    );
  });
});

describe("the usual interval", () => {
  const posts = (...minutes: number[]) => minutes.map((minute) => T0 + minute * MINUTE);

  test.each<[string, number[], number | null]>([
    ["a steady one", [0, 10, 20, 30], 10],
    ["in any order", [30, 0, 20, 10], 10],
    ["one long silence does not move it", [0, 10, 20, 600, 610, 620], 10],
    ["too few gaps to say", [0, 10, 20], null],
    ["nothing at all", [], null],
    ["several posts within a moment are one", [0, 0.1, 0.2, 10, 10.1, 20, 20.1, 30], 10],
    ["a day at most", [0, 3000, 6000, 9000], 1440],
  ])("%s", (_, minutes, expected) => {
    expect(usualIntervalMs(posts(...minutes))).toBe(expected === null ? null : expected * MINUTE);
  });

  test("only the last twenty gaps count", () => {
    const old = Array.from({ length: 60 }, (_, index) => index);
    const recent = Array.from({ length: 20 }, (_, index) => 59 + (index + 1) * 30);
    expect(usualIntervalMs(posts(...old, ...recent))).toBe(30 * MINUTE);
  });

  test("is what is expected of a device, and a feed's is ours", () => {
    expect(expectedIntervalMs("push", HOUR)).toBe(HOUR);
    expect(expectedIntervalMs("pull", HOUR)).toBe(15 * MINUTE);
    expect(expectedIntervalMs("push", null)).toBeNull();
  });
});

describe("a stuck sensor", () => {
  const series = (value: (index: number) => number, count = 25) =>
    Array.from({ length: count }, (_, index) => ({ at: T0 + index * 15 * MINUTE, value: value(index) }));
  const moving = series((index) => 60 + index / 4);

  test("is found without a sibling where the weather moved, and the room does on other days", () => {
    const day = series(() => 20, 24 * 4);
    const outdoors = series((index) => -index / 10, 24 * 4).map(({ at, value }) => ({ at, celsius: value }));
    const weekFloor = { celsius: Array.from({ length: 24 }, (_, hour) => 19 + (hour % 2)), days: 7 };
    expect(stuckAlone({ weekFloor }, day, outdoors)).toBe(T0);
    expect(stuckAlone({ weekFloor: null }, day, outdoors)).toBeNull();
    expect(stuckAlone({ weekFloor }, day, outdoors.slice(0, 10))).toBeNull();
    expect(stuckAlone({ weekFloor }, day.slice(0, 60), outdoors)).toBeNull();
  });
  const still = series(() => 64.4);

  test("repeats one value for hours while its siblings move", () => {
    expect(stuckSince(still, [moving])).toBe(T0);
    expect(
      stuckSince(
        series((index) => (index === 0 ? 60 : 64.4), 26),
        [series((index) => index, 26)],
      ),
    ).toBe(T0 + 15 * MINUTE);
  });

  test.each<[string, ReturnType<typeof series>, ReturnType<typeof series>[]]>([
    ["moves", moving, [moving]],
    ["has been still for too short", still.slice(0, 20), [moving]],
    ["has said too little", [0, 12, 24].flatMap((index) => still.slice(index, index + 1)), [moving]],
    ["is as still as the others", still, [still, still, moving]],
    ["has no siblings", still, []],
    ["has said nothing", [], [moving]],
  ])("is not one that %s", (_, own, siblings) => {
    expect(stuckSince(own, siblings)).toBeNull();
  });

  test("a reported fault outweighs it", () => {
    expect(trustOf(T0, T0 + 1)).toEqual({ is: "faulty", since: T0 });
    expect(trustOf(null, T0)).toEqual({ is: "stuck", since: T0 });
    expect(trustOf(null, null)).toEqual({ is: "ok" });
  });
});
