import { describe, expect, test } from "vitest";
import { stateIndex } from "../../../lib/alerts/assessment.ts";
import { acknowledge, handOver, NO_EPISODE, rank, readEpisodeState } from "../../../lib/alerts/episode.ts";
import { plain } from "../../../lib/alerts/reason.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import type { Verdict } from "../../../lib/alerts/verdict.ts";
import {
  advanceAll,
  at,
  BELOW_LIMIT,
  evidenceAt,
  LIMIT,
  measured,
  notifiedAt,
  openState,
  type Step,
  UNKNOWN,
} from "./machine.ts";
import { HOUR, notified } from "./posts.ts";

describe("a stored state", () => {
  test.each([undefined, null, "open", 7, {}, { v: 2, open: true }, { open: true }])(
    "of a form that nobody knows is no episode: %j",
    (stored) => {
      expect(readEpisodeState(stored)).toBe(NO_EPISODE);
    },
  );

  test("is found by its kind and subject, with its version", () => {
    const stateOf = stateIndex([
      { kind: "freeze", subject: "sen_1", version: 3, state: { v: 1, episode: 2 } },
      { kind: "leak", subject: "sen_1", version: 5, state: { v: 1, episode: 4 } },
      { kind: "freeze", subject: "sen_2", version: 7, state: { v: 1, episode: 6 } },
    ]);
    const found = [stateOf("freeze", "sen_1"), stateOf("leak", "sen_1"), stateOf("freeze", "sen_2")];
    expect(found.map(({ version, state }) => [version, state.episode])).toEqual([
      [3, 2],
      [5, 4],
      [7, 6],
    ]);
    expect(stateOf("leak", "sen_2")).toEqual({ version: 0, state: NO_EPISODE });
  });
});

test("a severity outranks a milder one, and any outranks none", () => {
  expect([rank(null), rank("warning"), rank("critical")]).toEqual([-1, 0, 1]);
});

describe("an alert that somebody takes on", () => {
  const open = openState({
    severity: "critical",
    peak: { evidence: evidenceAt(0), badness: 5 },
    notified: notifiedAt(0, { rung: 2 }),
  });

  test("is as bad as it has been, on the rung that was told", () => {
    expect(acknowledge(open, "Ada", at(9)).ack).toEqual({
      at: at(9),
      by: "Ada",
      severity: "critical",
      badness: 5,
      rung: 2,
    });
  });

  test.each([
    ["of which nothing was told", null],
    ["of which the episode before was told", notifiedAt(0, { episode: 0, rung: 2 })],
  ])("%s is on no rung", (_, before) => {
    expect(acknowledge({ ...open, notified: before }, null, at(9)).ack).toMatchObject({ by: null, rung: 0 });
  });

  test("whose worst is not known is not bad at all", () => {
    expect(acknowledge({ ...open, peak: null }, null, at(9)).ack?.badness).toBe(0);
  });

  test("stays with who took it on first, unless it is handed over", () => {
    const taken = acknowledge(open, "Ada", at(9));
    expect(acknowledge(taken, "Bo", at(10))).toBe(taken);
    expect(handOver(taken, "Ada", at(10))).toBe(taken);
    expect(handOver(taken, "Bo", at(10)).ack).toMatchObject({ by: "Bo", at: at(10) });
    expect(handOver(open, "Bo", at(10)).ack).toMatchObject({ by: "Bo", at: at(10) });
  });

  test("is left as it is where it is not open, or has no severity", () => {
    const closed = { ...open, open: false };
    const bare = { ...open, severity: null };
    expect(acknowledge(closed, "Ada", at(9))).toBe(closed);
    expect(handOver(closed, "Ada", at(9))).toBe(closed);
    expect(acknowledge(bare, "Ada", at(9))).toBe(bare);
  });
});

describe("an episode", () => {
  const stateAfter = (steps: Step[], from = NO_EPISODE) => advanceAll(steps, from).state;
  const TWICE = { closing: { readings: 2, ms: 0 } };

  test("opens with the first reading that is bad, and begins anew", () => {
    const before = {
      ...NO_EPISODE,
      episode: 3,
      closedAt: at(-5),
      answer: { is: "no", until: at(-9), at: at(-9), by: null },
      openings: [at(-70), at(-60), at(-59)],
      findings: 7,
    } as const;
    const step = { minute: 0, verdict: measured(0, "critical", { badness: 4, rung: 1 }) };
    const { state, findings } = advanceAll([step], { ...before, openings: [...before.openings] });
    expect(state).toEqual({
      v: 1,
      open: true,
      episode: 4,
      severity: "critical",
      openedAt: at(0),
      closedAt: null,
      peak: { evidence: evidenceAt(0), badness: 4 },
      pendingSince: null,
      closing: null,
      easier: null,
      notified: notifiedAt(0, { episode: 4, severity: "critical", criticalAt: at(0), badness: 4, rung: 1 }),
      ack: null,
      answer: null,
      openings: [at(-59), at(0)],
      flapping: null,
      distrust: null,
      doubted: null,
      findings: 1,
    });
    expect(findings).toEqual([
      {
        kind: "freeze",
        subject: "sen_1",
        settings: settingsFor("freeze"),
        transition: "opened",
        episode: 4,
        sequence: 0,
        severity: "critical",
        previousSeverity: null,
        suppressedBy: null,
        delayed: false,
        evidence: evidenceAt(0),
        limit: LIMIT,
        why: BELOW_LIMIT,
        at: at(0),
        openedAt: at(0),
        closedAt: null,
        peak: evidenceAt(0),
        reason: null,
        openings: 2,
      },
    ]);
  });

  test("numbers its findings one after the other", () => {
    const course = { remind: { at: at(0), quietMs: 0, cadence: null } };
    const steps = [0, 1, 2].map((minute) => ({ minute, verdict: measured(minute, "warning"), course }));
    const { state, findings } = advanceAll(steps);
    expect(findings.map(({ transition, sequence }) => [transition, sequence])).toEqual([
      ["opened", 0],
      ["reminded", 1],
      ["reminded", 2],
    ]);
    expect(state.findings).toBe(3);
    expect(findings[1]).toMatchObject({ previousSeverity: "warning", openedAt: at(0), episode: 1 });
  });

  describe("whose condition has to hold for a while", () => {
    const HALF_HOUR = { forMs: HOUR / 2 };
    const steps = (...minutes: number[]) =>
      minutes.map((minute) => ({ minute, verdict: measured(minute, "warning"), course: HALF_HOUR }));

    test.each<[number[], boolean]>([
      [[0, 29], false],
      [[0, 30], true],
    ])("opens once it has, by readings at the minutes %j: %j", (minutes, isOpen) => {
      expect(stateAfter(steps(...minutes)).open).toBe(isOpen);
    });

    test("counts from the first of them, and has nothing to store at those between", () => {
      const pending = stateAfter(steps(0));
      expect(pending).toEqual({ ...NO_EPISODE, pendingSince: at(0) });
      expect(stateAfter(steps(10), pending)).toBe(pending);
    });

    test("counts from now where the device's clock is ahead", () => {
      const ahead = measured(0, "warning", { evidence: evidenceAt(3) });
      expect(stateAfter([{ minute: 0, verdict: ahead, course: HALF_HOUR }]).pendingSince).toBe(at(0));
    });

    test("forgets it with one good reading, and with the end of being watched", () => {
      const pending = stateAfter(steps(0));
      const over: Verdict = { is: "over", reason: "disabled" };
      expect(stateAfter([{ minute: 5, verdict: measured(5, null) }], pending)).toEqual(NO_EPISODE);
      expect(stateAfter([{ minute: 5, verdict: over }], pending)).toEqual(NO_EPISODE);
      expect(stateAfter([{ minute: 5, verdict: over }])).toBe(NO_EPISODE);
      expect(stateAfter([{ minute: 5, verdict: measured(5, null) }])).toBe(NO_EPISODE);
    });
  });

  describe("whose first reading may be a mistake", () => {
    const SURE = { sureMs: 20 * 60_000 };
    const bad = (minute: number, rest = {}) => ({
      minute,
      verdict: measured(minute, "warning", rest),
      course: SURE,
    });
    const stands = (minute: number) => bad(minute, { evidence: evidenceAt(0) });

    test.each<[string, Step[], boolean]>([
      ["not by one alone", [bad(0)], false],
      ["by a second one", [bad(0), bad(1)], true],
      ["not by the same one judged again", [bad(0), stands(19)], false],
      ["by the same one once it has stood for long enough", [bad(0), stands(20)], true],
      ["by one that is far past the limit", [bad(0, { isClear: true })], true],
    ])("opens %s", (_, steps, isOpen) => {
      expect(stateAfter(steps).open).toBe(isOpen);
    });
  });

  test("has nothing to store while it stays as bad as it is", () => {
    const open = openState();
    expect(stateAfter([{ minute: 5, verdict: measured(5, "warning") }], open)).toBe(open);
  });

  test("keeps its worst", () => {
    const worst = { evidence: evidenceAt(0), badness: 3 };
    const peakAfter = (badness: number, peak: typeof worst | null = worst) =>
      stateAfter([{ minute: 5, verdict: measured(5, "warning", { badness }) }], openState({ peak })).peak;
    expect(peakAfter(2)).toBe(worst);
    expect(peakAfter(3)).toBe(worst);
    expect(peakAfter(4)).toEqual({ evidence: evidenceAt(5), badness: 4 });
    expect(peakAfter(2, null)).toEqual({ evidence: evidenceAt(5), badness: 2 });
  });

  describe("that gets better", () => {
    const good = (minute: number, rest: Partial<Step> = {}): Step => ({
      minute,
      verdict: measured(minute, null),
      course: TWICE,
      ...rest,
    });
    const CLOSES_AFTER_AN_HOUR = { closing: { readings: 2, ms: HOUR } };

    test("ends with as many good readings in a row as its course asks for", () => {
      expect(stateAfter([good(5)], openState())).toMatchObject({
        open: true,
        closing: { readings: 1, since: at(5), at: at(5) },
        easier: null,
      });
      expect(stateAfter([good(5), good(6)], openState())).toMatchObject({
        open: false,
        severity: null,
        closedAt: at(6),
        closing: null,
        easier: null,
        ack: null,
      });
    });

    test("says that it has recovered", () => {
      expect(advanceAll([good(5, { course: {} })], openState()).findings).toMatchObject([
        { transition: "closed", reason: "recovered", closedAt: at(5) },
      ]);
    });

    test("counts a reading that is judged again once, and one after the other", () => {
      const thrice = { closing: { readings: 3, ms: 0 } };
      const again: Step = {
        minute: 6,
        verdict: { ...measured(5, null), provenUntil: at(6) },
        course: thrice,
      };
      const once = stateAfter([good(5, { course: thrice })], openState());
      expect(stateAfter([again], once)).toBe(once);
      expect(stateAfter([good(6, { course: thrice })], once).closing).toEqual({
        readings: 2,
        since: at(5),
        at: at(6),
      });
    });

    test("counts no further than it has to while it waits for the time to be over", () => {
      const enough = stateAfter(
        [good(0, { course: CLOSES_AFTER_AN_HOUR }), good(1, { course: CLOSES_AFTER_AN_HOUR })],
        openState(),
      );
      expect(enough.closing).toEqual({ readings: 2, since: at(0), at: at(1) });
      expect(stateAfter([good(59, { course: CLOSES_AFTER_AN_HOUR })], enough)).toBe(enough);
      expect(stateAfter([good(60, { course: CLOSES_AFTER_AN_HOUR })], enough).open).toBe(false);
    });

    test("begins to count anew with a reading that holds", () => {
      const closing = { readings: 1, since: at(0), at: at(0) };
      const holds = { minute: 5, verdict: measured(5, null, { holds: "warning" }), course: TWICE } as const;
      expect(stateAfter([holds], openState({ closing })).closing).toBeNull();
      const critical: Step = { minute: 5, verdict: measured(5, "critical"), course: TWICE };
      expect(stateAfter([critical], openState({ severity: "critical", easier: closing })).easier).toBeNull();
      const worse = stateAfter([critical], openState({ closing, easier: closing }));
      expect(worse).toMatchObject({ severity: "critical", closing: null, easier: null });
    });

    test("becomes a warning first where its readings are no better than that", () => {
      const critical = openState({ severity: "critical" });
      const easier = (minute: number): Step => ({
        minute,
        verdict: measured(minute, "warning"),
        course: TWICE,
      });
      expect(stateAfter([easier(5)], critical)).toMatchObject({
        severity: "critical",
        closing: null,
        easier: { readings: 1, since: at(5), at: at(5) },
      });
      expect(stateAfter([easier(5), easier(6)], critical)).toMatchObject({
        open: true,
        severity: "warning",
        closing: null,
        easier: null,
      });
    });

    test("ends nothing by a sensor that is not believed", () => {
      const scene = { trust: { is: "stuck", since: at(0) } } as const;
      const { state } = advanceAll([good(5, { scene }), good(6, { scene })], openState());
      expect(state).toMatchObject({ open: true, closing: null });
    });
  });

  test("ends by hand at the moment of it, by a clock that is behind when it opened", () => {
    const over = (minute: number): Step => ({ minute, verdict: { is: "over", reason: "removed" } });
    const taken = openState({ ack: { at: at(1), by: null, severity: "warning", badness: 0, rung: 0 } });
    expect(stateAfter([over(5)], taken)).toMatchObject({ open: false, closedAt: at(5), ack: null });
    expect(stateAfter([over(-5)], taken).closedAt).toBe(at(0));
    expect(stateAfter([over(5)], openState({ openedAt: null })).closedAt).toBe(at(5));
  });
});

describe("a sensor that is not believed", () => {
  const faulty = (minute: number, verdict: Verdict): Step => ({
    minute,
    verdict,
    scene: { trust: { is: "faulty", since: at(-1) } },
  });
  const DAY_MINUTES = 24 * 60;

  test("opens nothing where its probe reports a fault", () => {
    expect(advanceAll([faulty(0, measured(0, "critical"))]).state).toBe(NO_EPISODE);
  });

  test("still makes worse what is open", () => {
    expect(notified(advanceAll([faulty(5, measured(5, "critical"))], openState()).findings)).toEqual([
      "worsened critical",
      "[minor: distrusted critical]",
    ]);
  });

  test.each([
    ["faulty", "distrusted_faulty"],
    ["stuck", "distrusted_stuck"],
  ] as const)("is noted once in an open alert: %s", (is, code) => {
    const scene = { trust: { is, since: at(-1) } };
    const steps = [5, 6].map((minute) => ({ minute, verdict: UNKNOWN, scene }));
    const { state, findings } = advanceAll(steps, openState());
    expect(findings).toMatchObject([{ transition: "distrusted", suppressedBy: "minor", why: { code } }]);
    expect(state.distrust).toEqual({ why: is, since: at(-1), notifiedAt: at(5) });
  });

  test("is not noted in one that has ended by hand", () => {
    const { findings } = advanceAll([faulty(5, { is: "over", reason: "removed" })], openState());
    expect(notified(findings)).toEqual(["closed warning"]);
  });

  test("is noted anew a day later, not before, however often its wire comes loose", () => {
    const good: Step = { minute: 0, verdict: measured(0, "warning") };
    const at24 = (minute: number) =>
      advanceAll([faulty(0, UNKNOWN), { ...good, minute }, faulty(minute + 1, UNKNOWN)], openState()).findings
        .length;
    expect(at24(DAY_MINUTES - 1)).toBe(1);
    expect(at24(DAY_MINUTES)).toBe(2);
  });

  test("is remembered to the second reading, and stored once", () => {
    const doubted: Step = {
      minute: 5,
      verdict: { ...UNKNOWN, is: "unknown", why: plain("too_far_from_before"), doubted: at(5) },
    };
    const state = advanceAll([doubted]).state;
    expect(state).toEqual({ ...NO_EPISODE, doubted: at(5) });
    expect(advanceAll([doubted], state).state).toBe(state);
    expect(advanceAll([{ minute: 6, verdict: UNKNOWN }], state).state).toBe(state);
  });
});
