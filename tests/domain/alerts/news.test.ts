import { describe, expect, test } from "vitest";
import type { Speaker } from "../../../lib/alerts/decide/speaks-for.ts";
import { type EpisodeState, type Notified, rank } from "../../../lib/alerts/episode.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import type { Scene } from "../../../lib/alerts/verdict.ts";
import { advanceAll, at, measured, notifiedAt, openState, type Step, speaker, UNKNOWN } from "./machine.ts";
import { HOUR, notified } from "./posts.ts";

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
const SNOOZED: Partial<Scene> = { quiet: { ...NO_QUIET, snoozedUntil: at(10 * DAY_MINUTES) } };
const FAULTY: Partial<Scene> = { trust: { is: "faulty", since: at(0) } };

const ack = (rest: Partial<NonNullable<EpisodeState["ack"]>> = {}) => ({
  ack: { at: at(1), by: "Ada", severity: "warning", badness: 0, rung: 0, ...rest } as const,
});

/** What one judgement tells of an open episode. */
const news = (state: Partial<EpisodeState>, step: Step): string[] =>
  notified(advanceAll([step], openState(state)).findings);

describe("one story a home", () => {
  const bedroom = (at: number, told: Partial<Notified> = {}) => [
    speaker({ kind: "freeze", covers: ["sen_2"] }, { at, ...told }),
  ];
  const reminds = (quietMs: number) => ({ remind: { at: at(60), quietMs, cadence: null } });

  test.each<[string, number, string[]]>([
    ["is not reminded of while another room's message is more recent than a step", at(0), []],
    ["is reminded of once that is as old", at(-60), ["reminded warning"]],
  ])("%s", (_, notifiedAt, expected) => {
    const step = { minute: 60, verdict: measured(60, "warning"), course: reminds(2 * HOUR) };
    expect(news({}, { ...step, speakers: bedroom(notifiedAt) })).toEqual(expected);
  });

  test.each<[number, string[]]>([
    [1, ["reminded warning"]],
    [2, []],
  ])("that was told %i times is reminded of: %j", (words, expected) => {
    const step = { minute: 60, verdict: measured(60, "warning"), course: reminds(2 * HOUR) };
    expect(news({}, { ...step, speakers: bedroom(at(-60), { count: words }) })).toEqual(expected);
  });

  test("is not told late of a room that another message has named since", () => {
    const unnotified = { notified: null, named: { episode: 1, at: at(0) } };
    const step = { minute: 600, verdict: measured(600, "critical"), speakers: bedroom(at(0)) };
    expect(news({ ...unnotified, severity: "critical" }, step)).toEqual([]);
  });

  test("leaves the reminders of water alone", () => {
    const step = { minute: 60, verdict: measured(60, "warning"), course: reminds(2 * HOUR) };
    const water = { scene: { kind: "leak" }, speakers: bedroom(at(59)) } as const;
    expect(news({}, { ...step, ...water })).toEqual(["reminded warning"]);
  });

  test.each<[string, Speaker[], string[]]>([
    ["is told by the last room of a spell", bedroom(at(0)), ["[incident: closed warning]"]],
    ["is told beside a room that was told of before it began", bedroom(at(-600)), ["closed warning"]],
    [
      "is told with the end of what spoke for the room",
      [speaker({ kind: "incident", covers: ["sen_1"] })],
      ["[incident: closed warning]"],
    ],
  ])("its end %s", (_, speakers, expected) => {
    expect(news({}, { minute: 60, verdict: measured(60, null), speakers })).toEqual(expected);
  });
});

describe("an open alert that was told of", () => {
  const worse = { worseBy: 2 };

  test.each<[string, Partial<EpisodeState>, Step, string[]]>([
    [
      "is told again an hour later where it is as much worse as is news",
      {},
      { minute: 60, verdict: measured(60, "warning", { badness: 2 }), course: worse },
      ["worsened warning"],
    ],
    [
      "is not told again a minute before that hour is over",
      {},
      { minute: 59, verdict: measured(59, "warning", { badness: 2 }), course: worse },
      [],
    ],
    [
      "is not told again where it is a little less worse than that",
      {},
      { minute: 60, verdict: measured(60, "warning", { badness: 1.99 }), course: worse },
      [],
    ],
    [
      "is as much worse where a difference of decimals is the sixteenth digit short of it",
      { notified: notifiedAt(0, { badness: 0.1 }) },
      { minute: 60, verdict: measured(60, "warning", { badness: 0.3 }), course: { worseBy: 0.2 } },
      ["worsened warning"],
    ],
    [
      "is not told again for being worse where the kind knows no worse",
      {},
      { minute: 60, verdict: measured(60, "warning", { badness: 99 }) },
      [],
    ],
    [
      "is told again at once on a higher rung",
      {},
      { minute: 1, verdict: measured(1, "warning", { rung: 1 }) },
      ["worsened warning"],
    ],
    [
      "is not told again on the rung that was told",
      { notified: notifiedAt(0, { rung: 1 }) },
      { minute: 600, verdict: measured(600, "warning", { rung: 1 }) },
      [],
    ],
    [
      "is not told as worse while its value is on the good side of the limit, within the hysteresis",
      {},
      { minute: 1, verdict: measured(1, null, { holds: "warning", rung: 1 }) },
      [],
    ],
    [
      "is told as worse against what it was when somebody took it on",
      ack({ badness: 5 }),
      { minute: 60, verdict: measured(60, "warning", { badness: 6 }), course: worse },
      [],
    ],
    [
      "is told as worse than when it was taken on",
      ack({ badness: 5 }),
      { minute: 60, verdict: measured(60, "warning", { badness: 7 }), course: worse },
      ["worsened warning"],
    ],
    [
      "is reminded of at the moment that its course says",
      {},
      {
        minute: 60,
        verdict: measured(60, "warning"),
        course: { remind: { at: at(60), quietMs: 0, cadence: null } },
      },
      ["reminded warning"],
    ],
    [
      "is not reminded of before",
      {},
      {
        minute: 59,
        verdict: measured(59, "warning"),
        course: { remind: { at: at(60), quietMs: 0, cadence: null } },
      },
      [],
    ],
    [
      "is not reminded of once somebody has taken it on",
      ack(),
      {
        minute: 60,
        verdict: measured(60, "warning"),
        course: { remind: { at: at(60), quietMs: 0, cadence: null } },
      },
      [],
    ],
    [
      "is reminded of while its sensor says nothing",
      {},
      { minute: 60, verdict: UNKNOWN, course: { remind: { at: at(60), quietMs: 0, cadence: null } } },
      ["reminded warning"],
    ],
    [
      "is not reminded of while it recovers",
      {},
      {
        minute: 60,
        verdict: measured(60, null),
        course: { remind: { at: at(60), quietMs: 0, cadence: null }, closing: { readings: 2, ms: 0 } },
      },
      [],
    ],
    [
      "is reminded of where only a probe that is not believed says that it recovers",
      { distrust: { why: "faulty", since: at(0), notifiedAt: at(0) } },
      {
        minute: 60,
        verdict: measured(60, null),
        scene: FAULTY,
        course: { remind: { at: at(60), quietMs: 0, cadence: null }, closing: { readings: 2, ms: 0 } },
      },
      ["reminded warning"],
    ],
  ])("%s", (_, state, step, expected) => {
    expect(news(state, step)).toEqual(expected);
  });

  test("says with a reminder how often they come from now on, and with nothing else", () => {
    const course = { remind: { at: at(60), quietMs: 0, cadence: "daily" }, worseBy: 2 } as const;
    const [reminded] = advanceAll(
      [{ minute: 60, verdict: measured(60, "warning"), course, scene: { kind: "outage" } }],
      openState(),
    ).findings;
    expect(reminded).toMatchObject({ transition: "reminded", cadence: "daily" });
    const [worsened] = advanceAll(
      [{ minute: 60, verdict: measured(60, "warning", { badness: 2 }), course }],
      openState(),
    ).findings;
    expect(worsened?.transition).toBe("worsened");
    expect(worsened).not.toHaveProperty("cadence");
  });

  test("waits for somebody again as soon as it is worse than when it was taken on", () => {
    const step = { minute: 60, verdict: measured(60, "warning", { badness: 2 }), course: { worseBy: 2 } };
    expect(advanceAll([step], openState(ack())).state.ack).toBeNull();
    const same = { ...step, verdict: measured(60, "warning") };
    expect(advanceAll([same], openState(ack())).state.ack).toEqual(ack().ack);
  });

  test("counts as a warning where it was stored without a severity", () => {
    const step = {
      minute: 60,
      verdict: UNKNOWN,
      course: { remind: { at: at(60), quietMs: 0, cadence: null } },
    };
    const { state, findings } = advanceAll([step], openState({ severity: null }));
    expect(findings[0]?.severity).toBe("warning");
    expect(state.notified?.severity).toBe("warning");
    const late = advanceAll([step], openState({ severity: null, notified: null }));
    expect(notified(late.findings)).toEqual(["late opened warning"]);
    expect(late.state.notified?.severity).toBe("warning");
  });

  test("does not notify a milder level", () => {
    const easier = { readings: 1, since: at(0), at: at(0) };
    const step = { minute: 5, verdict: measured(5, "warning"), course: { closing: { readings: 2, ms: 0 } } };
    const { findings } = advanceAll([step], openState({ severity: "critical", easier }));
    expect(findings).toMatchObject([
      { transition: "eased", suppressedBy: "minor", severity: "warning", previousSeverity: "critical" },
    ]);
  });

  test("is no longer told of as worse once it has ended", () => {
    const closed = openState({ open: false, severity: null });
    const step = { minute: 60, verdict: measured(60, "warning", { rung: 1 }), course: { forMs: HOUR } };
    expect(advanceAll([step], closed).findings).toEqual([]);
  });
});

describe("an alert that becomes critical", () => {
  const critical = (minute: number): Step => ({ minute, verdict: measured(minute, "critical") });
  const notifiedCritical = (rest = {}) => ({
    notified: notifiedAt(0, { severity: "critical" as const, criticalAt: at(0), ...rest }),
  });

  test.each<[string, Partial<EpisodeState>, Step, string[]]>([
    ["is told at once", {}, critical(1), ["worsened critical"]],
    [
      "is told at once where an older state does not say when it was critical",
      { notified: { episode: 1, at: at(0), count: 1, severity: "warning", badness: 0, rung: 0 } },
      critical(1),
      ["worsened critical"],
    ],
    [
      "is not told anew within a day of being told as critical",
      notifiedCritical(),
      critical(DAY_MINUTES - 1),
      ["[minor: worsened critical]"],
    ],
    ["is told anew after that day", notifiedCritical(), critical(DAY_MINUTES), ["worsened critical"]],
    [
      "is not told anew within the time that a new episode waits",
      notifiedCritical(),
      { ...critical(DAY_MINUTES), course: { reopenQuietMs: 48 * HOUR } },
      ["[minor: worsened critical]"],
    ],
    [
      "is told anew at once to who has taken it on as a warning",
      { ...notifiedCritical(), ...ack() },
      critical(1),
      ["worsened critical"],
    ],
    [
      "is not told anew to who has taken it on as critical",
      { ...notifiedCritical(), ...ack({ severity: "critical" }) },
      critical(1),
      ["[minor: worsened critical]"],
    ],
    [
      "is not told anew to who has taken it on where it comes and goes for longer than a day",
      { ...notifiedCritical(), ...ack() },
      { ...critical(1), course: { reopenQuietMs: 48 * HOUR } },
      ["[minor: worsened critical]"],
    ],
    [
      "says that it was told in an episode before where nothing was told of this one",
      {
        notified: notifiedAt(-30, { episode: 0, severity: "critical" }),
      },
      { ...critical(1), course: { reopenQuietMs: 48 * HOUR } },
      ["[minor: worsened critical]"],
    ],
    [
      "is told where the episode before was told of as a warning alone",
      { notified: notifiedAt(-30, { episode: 0 }) },
      { ...critical(1), course: { reopenQuietMs: 48 * HOUR } },
      ["worsened critical"],
    ],
  ])("%s", (_, state, step, expected) => {
    expect(news(state, step)).toEqual(expected);
  });

  test("names the severity that it had, and nobody has taken it on any more", () => {
    const { state, findings } = advanceAll([critical(1)], openState(ack()));
    expect(findings).toMatchObject([{ previousSeverity: "warning", suppressedBy: null }]);
    expect(state.ack).toBeNull();
  });

  test("is told of another rung in the same judgement where being critical is no news", () => {
    const step = { minute: 1, verdict: measured(1, "critical", { rung: 1 }) };
    expect(news(notifiedCritical(), step)).toEqual(["[minor: worsened critical]", "worsened critical"]);
  });
});

describe("an opening", () => {
  const WAITS = { reopenQuietMs: HOUR, worseBy: 2 };
  const CLOSED = openState({ open: false, severity: null });
  const opening = (from: EpisodeState, step: Step) => notified(advanceAll([step], from).findings);

  test.each<[string, EpisodeState, Step, string]>([
    [
      "so soon after the last notice is not told",
      CLOSED,
      { minute: 59, verdict: measured(59, "warning"), course: WAITS },
      "[cooldown: opened warning]",
    ],
    [
      "is told once that time is over",
      CLOSED,
      { minute: 60, verdict: measured(60, "warning"), course: WAITS },
      "opened warning",
    ],
    [
      "is told at once where it is graver than what was told",
      CLOSED,
      { minute: 1, verdict: measured(1, "critical"), course: WAITS },
      "opened critical",
    ],
    [
      "is told at once where it is further from the limit than what was told",
      CLOSED,
      { minute: 1, verdict: measured(1, "warning", { badness: 2 }), course: WAITS },
      "opened warning",
    ],
    [
      "is not told at once where it is hardly further",
      CLOSED,
      { minute: 1, verdict: measured(1, "warning", { badness: 1.99 }), course: WAITS },
      "[cooldown: opened warning]",
    ],
    [
      "is not told at once where its kind knows no further",
      CLOSED,
      { minute: 1, verdict: measured(1, "warning", { badness: 99 }), course: { reopenQuietMs: HOUR } },
      "[cooldown: opened warning]",
    ],
    [
      "is told at the very moment of a notice before where its course asks for no wait",
      CLOSED,
      { minute: 0, verdict: measured(0, "warning") },
      "opened warning",
    ],
    [
      "waits for the end of a snooze",
      CLOSED,
      { minute: 90, verdict: measured(90, "warning"), scene: SNOOZED },
      "[snooze: opened warning]",
    ],
    [
      "that another alert speaks for is not told",
      CLOSED,
      { minute: 90, verdict: measured(90, "warning"), speakers: [speaker({ covers: ["sen_1"] })] },
      "[incident: opened warning]",
    ],
  ])("%s", (_, from, step, expected) => {
    expect(opening(from, step)).toEqual([expected]);
  });

  test("that was suppressed is not notified once it no longer applies, though it has not ended", () => {
    const steps = [10, 61].map((minute) => ({
      minute,
      verdict: measured(minute, minute === 10 ? "warning" : null, { holds: "warning" }),
      course: WAITS,
    }));
    expect(notified(advanceAll(steps, CLOSED).findings)).toEqual(["[cooldown: opened warning]"]);
  });

  test("that was suppressed is notified late, once, as soon as nothing suppresses it", () => {
    const steps = [10, 59, 60, 61].map((minute) => ({
      minute,
      verdict: measured(minute, "warning"),
      course: WAITS,
    }));
    const { findings } = advanceAll(steps, CLOSED);
    expect(notified(findings)).toEqual(["[cooldown: opened warning]", "late opened warning"]);
    expect(findings[1]?.at).toBe(at(60));
  });
});

describe("an end", () => {
  const ending = (state: Partial<EpisodeState>, rest: Partial<Step> = {}) =>
    news(state, { minute: 5, verdict: measured(5, null), ...rest });
  const flapping = { flapping: { since: at(0), notifiedAt: at(0), severity: "warning" as const } };

  test.each<[string, string[], string]>([
    ["is told to who heard of the alert", ending({}), "closed warning"],
    ["is told within a snooze", ending({}, { scene: SNOOZED }), "closed warning"],
    ["is told of a critical alert as of one", ending({ severity: "critical" }), "closed critical"],
    ["is not told where nobody heard of the alert", ending({ notified: null }), "[untold: closed warning]"],
    [
      "is not told where only the episode before was told of",
      ending({ notified: notifiedAt(0, { episode: 0 }) }),
      "[untold: closed warning]",
    ],
    [
      "is not told by a kind of which nobody waits for it",
      ending({}, { course: { tellsEnd: false } }),
      "[minor: closed warning]",
    ],
    [
      "is not told where another alert speaks for it",
      ending({}, { speakers: [speaker({ covers: ["sen_1"] })] }),
      "[incident: closed warning]",
    ],
    [
      "is told where another alert speaks for it only as long as it is no worse than that",
      ending({}, { speakers: [speaker({ attaches: ["sen_1"] }, { badness: 0 })] }),
      "closed warning",
    ],
    [
      "is not told one by one of what opens and closes all the time",
      ending({ ...flapping, openings: Array.from({ length: 11 }, () => at(0)) }),
      "[flapping: closed warning]",
    ],
  ])("%s", (_, findings, expected) => {
    expect(findings).toEqual([expected]);
  });

  test("by hand says which severity and why", () => {
    const { findings } = advanceAll(
      [{ minute: 5, verdict: { is: "over", reason: "moved" } }],
      openState({ severity: "critical" }),
    );
    expect(findings).toMatchObject([
      { transition: "closed", reason: "moved", severity: "critical", previousSeverity: "critical" },
    ]);
  });
});

describe("a pipe that the question about the heating speaks for", () => {
  const attached = [speaker({ kind: "heating_stopped", attaches: ["sen_1"] }, { badness: -4.4 })];
  const unnotified = { notified: null, peak: { evidence: measured(0, "warning").evidence, badness: -4.5 } };

  test.each<[string, Step, string[]]>([
    [
      "is not told by itself as cold as was told",
      { minute: 5, verdict: measured(5, "warning", { badness: -4.5 }) },
      [],
    ],
    [
      "is told as soon as it is colder",
      { minute: 5, verdict: measured(5, "warning", { badness: -1.6 }) },
      ["late opened warning"],
    ],
    ["is not told because a reading of it is not believed", { minute: 5, verdict: UNKNOWN }, []],
  ])("%s", (_, step, expected) => {
    expect(news(unnotified, { ...step, speakers: attached })).toEqual(expected);
  });

  test("is not told once it is no colder than was told, however cold it was before", () => {
    const colder = { ...unnotified, peak: { ...unnotified.peak, badness: 0 } };
    const step = { minute: 5, verdict: measured(5, "warning", { badness: -4.5 }), speakers: attached };
    expect(news(colder, step)).toEqual([]);
  });

  test("is told where nothing is known of how cold it was", () => {
    expect(news({ ...unnotified, peak: null }, { minute: 5, verdict: UNKNOWN, speakers: attached })).toEqual([
      "late opened warning",
    ]);
  });
});

describe("what opens and closes all the time", () => {
  const often = (count: number) => Array.from({ length: count }, () => at(0));
  const throttled = (rest: Partial<EpisodeState> = {}) => ({
    flapping: { since: at(0), notifiedAt: at(0), severity: "warning" as const },
    openings: often(11),
    ...rest,
  });

  test("is told as one summary with the opening that is one too many", () => {
    const closed = openState({ open: false, severity: null, openings: often(10) });
    const { state, findings } = advanceAll([{ minute: 5, verdict: measured(5, "warning") }], closed);
    expect(notified(findings)).toEqual(
      ["opened warning", "flapping warning"].map((text, index) =>
        index === 0 ? `[flapping: ${text}]` : text,
      ),
    );
    expect(state.flapping).toEqual({ since: at(5), notifiedAt: at(5), severity: "warning" });
    const critical = advanceAll([{ minute: 5, verdict: measured(5, "critical") }], closed);
    expect(notified(critical.findings)).toEqual(["[flapping: opened critical]", "flapping critical"]);
  });

  test("is told with an opening alone, not where a clock was set back to when it did", () => {
    const { findings } = advanceAll(
      [{ minute: 5, verdict: measured(5, "warning") }],
      openState({ openings: often(11) }),
    );
    expect(findings).toEqual([]);
  });

  test("does not notify openings one by one, and sends a new summary after an hour", () => {
    const steps = [1, 59].map((minute) => ({ minute, verdict: measured(minute, "warning", { rung: 1 }) }));
    expect(notified(advanceAll(steps, openState(throttled())).findings)).toEqual([]);
    const later = openState(throttled({ openings: Array.from({ length: 11 }, () => at(30)) }));
    expect(notified(advanceAll([{ minute: 60, verdict: measured(60, "warning") }], later).findings)).toEqual([
      "flapping warning",
    ]);
  });

  test("is told at once where it is graver than the summary, which then stands for that too", () => {
    const { state, findings } = advanceAll(
      [{ minute: 1, verdict: measured(1, "critical") }],
      openState(throttled()),
    );
    expect(notified(findings)).toEqual(["worsened critical"]);
    expect(rank(state.flapping?.severity ?? null)).toBe(rank("critical"));
  });

  test("has no summary while a snooze lasts, unless it is critical", () => {
    const due = (severity: "warning" | "critical") =>
      openState(throttled({ severity, openings: Array.from({ length: 11 }, () => at(30)) }));
    const step = (severity: "warning" | "critical") => ({
      minute: 60,
      verdict: measured(60, severity),
      scene: SNOOZED,
    });
    expect(notified(advanceAll([step("warning")], due("warning")).findings)).toEqual([
      "[snooze: flapping warning]",
    ]);
    expect(notified(advanceAll([step("critical")], due("critical")).findings)).toContain("flapping critical");
  });
});
