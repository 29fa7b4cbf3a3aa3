import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { acknowledge, type EpisodeState, NO_EPISODE, readEpisodeState } from "../../../lib/alerts/episode.ts";
import { judgeFreeze } from "../../../lib/alerts/kinds/freeze.ts";
import { type Overrides, settingsFor } from "../../../lib/alerts/settings.ts";
import { notifiedAt, openState } from "./machine.ts";
import { HOUR, judgeAll, MINUTE, notified, type Post, post, T0 } from "./posts.ts";

/** What these stories are not about: they open at the first reading, and again as soon as they want. */
const AT_ONCE: Overrides = { freeze: { sureMs: 0, reopenQuietMs: 0 } };

const freeze = (posts: (Post & { minute: number })[], overrides: Overrides = {}, from = NO_EPISODE) =>
  judgeAll(
    (state, input, now) => judgeFreeze(state, input, settingsFor("freeze", AT_ONCE, overrides), now),
    posts,
    from,
  );

const at = (minute: number, value: number, rest: Post = {}) => ({ minute, value, ...rest });

describe("limits", () => {
  test("a sensor's own limit in °C wins over the household's in °F", () => {
    const settings = settingsFor(
      "freeze",
      AT_ONCE,
      { freeze: { warning: { value: 45, unit: "°F" } } },
      { freeze: { warning: { value: 3, unit: "°C" } } },
    );
    const judge = (value: number) =>
      tellAlone(judgeFreeze(NO_EPISODE, post(T0, { value, unit: "°C" }), settings, T0));
    expect(judge(3.1).findings).toEqual([]);
    expect(notified(judge(3).findings)).toEqual(["opened warning"]);
  });

  test("a bare number is no temperature: guessing °F or °C would be worse than silence", () => {
    expect(freeze([at(0, 2, { unit: null })]).findings).toEqual([]);
  });

  test("a severity that is not wanted never opens", () => {
    expect(notified(freeze([at(0, 38), at(5, 34)], { freeze: { warning: null } }).findings)).toEqual([
      "opened critical",
    ]);
  });

  test("on vacation the warning opens at 50 °F, and a higher limit of the household's own stays", () => {
    const quiet = { snoozedUntil: null, vacation: { until: null } };
    expect(notified(freeze([at(0, 50, { quiet })]).findings)).toEqual(["opened warning"]);
    expect(freeze([at(0, 50)]).findings).toEqual([]);
    const higher = { freeze: { warning: { value: 55, unit: "°F" } } };
    expect(notified(freeze([at(0, 54, { quiet })], higher).findings)).toEqual(["opened warning"]);
    const over = { snoozedUntil: null, vacation: { until: T0 - 1 } };
    expect(freeze([at(0, 50, { quiet: over })]).findings).toEqual([]);
  });
});

describe("an opening", () => {
  const plain = (posts: (Post & { minute: number })[]) =>
    notified(
      judgeAll((state, input, now) => judgeFreeze(state, input, settingsFor("freeze"), now), posts).findings,
    );
  const again = (minute: number, value: number) =>
    at(minute, value, { at: T0, latestAt: T0, occasion: "tick" });

  test.each<[string, (Post & { minute: number })[], string[]]>([
    ["needs a second reading", [at(0, 38), at(5, 38)], ["opened warning"]],
    ["is not for one that goes away", [at(0, 38), at(5, 41), at(10, 38)], []],
    ["or ten minutes of standing", [at(0, 38), again(10, 38)], ["opened warning"]],
    ["and not less", [at(0, 38), again(9, 38)], []],
    ["but for three degrees past the limit", [at(0, 37)], ["opened warning"]],
    ["and so for what is critical", [at(0, 35)], ["opened critical"]],
    ["but for what came there step by step", [at(0, 39.8, { isSteady: true })], ["opened warning"]],
    ["but for a slow device", [at(0, 39.8, { usualIntervalMs: 30 * MINUTE })], ["opened warning"]],
  ])("%s", (_, posts, expected) => {
    expect(plain(posts)).toEqual(expected);
  });

  test("notifies after the end once an hour has passed since the last message, or if it is worse", () => {
    const warm = (minute: number) => [at(minute, 45), at(minute + 1, 45)];
    const story = [at(0, 36), ...warm(5), at(10, 37), at(11, 37), again(65, 37)];
    expect(plain(story)).toEqual([
      "opened warning",
      "closed warning",
      "[cooldown: opened warning]",
      "late opened warning",
    ]);
    expect(plain([at(0, 36.5), ...warm(5), at(10, 34)]).at(-1)).toBe("opened critical");
  });

  test("is not for a reading that is too far from the one before, unless the next one repeats it", () => {
    const spike = (minute: number, value: number) => at(minute, value, { isDoubtful: true });
    const first = {
      minute: 7,
      value: 0,
      at: T0 + 5 * MINUTE,
      latestAt: T0 + 5 * MINUTE,
      occasion: "tick",
    } as const;
    expect(plain([at(0, 68), spike(5, 0), first, spike(10, 68), at(15, 68)])).toEqual([]);
    expect(plain([at(0, 68), spike(5, 0), at(10, 0)])).toEqual(["opened critical"]);
  });

  test("is not ended by such a reading either", () => {
    const spike = (minute: number) => at(minute, 90, { isDoubtful: true });
    expect(plain([at(0, 34), spike(5), at(10, 34), spike(15), at(20, 34)])).toEqual(["opened critical"]);
  });
});

describe("the way back", () => {
  test.each<[string, number[], string[]]>([
    ["one good reading is not enough", [38, 42], ["opened warning"]],
    ["two good readings close", [38, 42, 42], ["opened warning", "closed warning"]],
    ["exactly two degrees above is good", [38, 42, 42], ["opened warning", "closed warning"]],
    ["a little less than that is not", [38, 41.9, 41.9, 41.9], ["opened warning"]],
    ["a relapse between them starts again", [38, 43, 41, 43], ["opened warning"]],
    ["it gets worse at once", [38, 35], ["opened warning", "worsened critical"]],
    ["critical eases after two readings", [34, 38, 38], ["opened critical", "[minor: eased warning]"]],
    ["critical does not ease within two degrees", [34, 36, 36.9, 36], ["opened critical"]],
    ["critical closes straight away when it is warm", [34, 50, 50], ["opened critical", "closed critical"]],
    [
      "eased first, then closed",
      [34, 38, 45, 45],
      ["opened critical", "[minor: eased warning]", "closed warning"],
    ],
  ])("%s", (_, values, expected) => {
    expect(notified(freeze(values.map((value, index) => at(index * 5, value))).findings)).toEqual(expected);
  });

  test("a reading that a tick judges again is still one reading", () => {
    const good = at(5, 45);
    const again = { minute: 15, value: 45, at: T0 + 5 * MINUTE, occasion: "tick" } as const;
    expect(notified(freeze([at(0, 38), good, again, again]).findings)).toEqual(["opened warning"]);
  });

  test("closing says when it opened, and what the worst was", () => {
    const { findings } = freeze([at(0, 38), at(5, 33), at(10, 45), at(15, 45)]);
    expect(findings.at(-1)).toMatchObject({
      transition: "closed",
      reason: "recovered",
      openedAt: T0,
      closedAt: T0 + 15 * MINUTE,
      peak: { value: 33, unit: "°F", at: T0 + 5 * MINUTE, sensorId: "sen_1" },
      evidence: { value: 45 },
    });
  });

  test("switching the alert or the device off closes, and opens nothing", () => {
    const off = freeze([at(0, 38), at(5, 38, { enabled: false })]);
    expect(off.findings.at(-1)).toMatchObject({ transition: "closed", reason: "disabled" });
    expect(freeze([at(0, 30)], { freeze: { enabled: false } }).findings).toEqual([]);
  });
});

describe("telling again", () => {
  const tick = (minute: number) => at(minute, 38, { occasion: "tick" });

  const hoursOf = (value: number) =>
    freeze(Array.from({ length: 7 * 24 * 4 }, (_, quarter) => ({ ...tick(quarter * 15), value }))).findings;

  test("after an hour, after three, after eight, then daily for three days", () => {
    const findings = hoursOf(34);
    expect(findings.map(({ at: when }) => (when - T0) / HOUR)).toEqual([0, 1, 3, 8, 24, 48, 72]);
  });

  test("a warning after a day, once", () => {
    expect(hoursOf(38).map(({ at: when }) => (when - T0) / HOUR)).toEqual([0, 24]);
  });

  test("as often as the household wants it first, and never where it wants none", () => {
    const ticks = Array.from({ length: 24 * 4 }, (_, quarter) => ({ ...tick(quarter * 15), value: 34 }));
    const hoursOf = (remindMs: number | null) =>
      freeze(ticks, { freeze: { remindMs } }).findings.map(({ at: when }) => (when - T0) / HOUR);
    expect(hoursOf(2 * HOUR)).toEqual([0, 2, 6, 16]);
    expect(hoursOf(null)).toEqual([0]);
  });

  test("notifies each level of a value that swings around the critical limit once a day", () => {
    const swings = Array.from({ length: 30 * 6 }, (_, index) =>
      at(index * 10, [34.5, 38, 38][index % 3] ?? 38),
    );
    const { findings } = freeze(swings, { freeze: { remindMs: null } });
    expect(notified(findings).filter((text) => !text.startsWith("["))).toEqual([
      "opened critical",
      "worsened critical",
    ]);
    expect(
      findings.filter(({ suppressedBy }) => suppressedBy === null).map(({ at: when }) => (when - T0) / HOUR),
    ).toEqual([0, 24]);
  });

  test("notifies a warning that becomes critical after an acknowledgement, however often it was notified", () => {
    const { state } = freeze([at(0, 34), at(10, 38), at(20, 38)]);
    const acked = acknowledge(state, "Ada", T0 + 25 * MINUTE);
    expect(notified(freeze([at(30, 34)], {}, acked).findings)).toEqual(["worsened critical"]);
  });

  test("not while it is recovering", () => {
    expect(notified(freeze([at(0, 38), at(61, 45)]).findings)).toEqual(["opened warning"]);
  });

  test("not for ever: a sensor that has been silent for a day reminds nobody", () => {
    const silent = { minute: 1, latestAt: T0, at: T0, value: 34, occasion: "tick" } as const;
    const { findings } = freeze([at(0, 34), { ...silent, minute: 480 }, { ...silent, minute: 25 * 60 }]);
    expect(notified(findings)).toEqual(["opened critical", "reminded critical"]);
  });

  test("notifies a cold as deep as the setting, not a smaller one, and not twice within an hour", () => {
    const never = { freeze: { remindMs: null, worseBy: { value: 3, unit: "°F" } } };
    const { findings } = freeze([at(0, 39.5), at(10, 36), at(60, 37.5), at(61, 36.4), at(70, 35.5)], never);
    expect(notified(findings)).toEqual(["opened warning", "worsened warning"]);
    expect(findings[1]?.evidence?.value).toBe(36.4);
  });

  test("an acknowledgement ends the reminders", () => {
    const { state } = freeze([at(0, 38)]);
    const acked = acknowledge(state, "Ada", T0 + MINUTE);
    expect(acked.ack).toMatchObject({ by: "Ada", severity: "warning" });
    expect(freeze([tick(60), tick(120), tick(600)], {}, acked).findings).toEqual([]);
  });

  test.each<[string, number, string[]]>([
    ["the next severity", 35, ["worsened critical"]],
    ["three degrees further down", 35.5, ["worsened warning"]],
    ["less than that", 36, []],
  ])("an acknowledgement is void by %s", (_, value, expected) => {
    const acked = acknowledge(freeze([at(0, 38.5)]).state, null, T0);
    const { state, findings } = freeze(
      [at(65, value)],
      { freeze: { worseBy: { value: 3, unit: "°F" } } },
      acked,
    );
    expect(notified(findings)).toEqual(expected);
    expect(state.ack === null).toBe(expected.length > 0);
  });

  test("a closed episode cannot be acknowledged", () => {
    expect(acknowledge(NO_EPISODE, "Ada", T0)).toBe(NO_EPISODE);
  });
});

describe("late, faulty and stuck", () => {
  test.each<[string, Post]>([
    ["older than the sensor's latest", { at: T0 + 4 * MINUTE, latestAt: T0 + 5 * MINUTE }],
    ["sent half an hour after it was measured", { at: T0 - 25 * MINUTE, latestAt: null }],
    ["from the future", { at: T0 + 20 * MINUTE }],
  ])("a reading %s neither opens nor closes", (_, late) => {
    expect(freeze([{ ...late, minute: 5, value: 30 }]).findings).toEqual([]);
    const open = freeze([at(0, 38)]).state;
    const two = [5, 5].map((minute) => ({ ...late, minute, value: 70 }));
    expect(freeze(two, {}, open)).toEqual({ state: open, findings: [] });
  });

  test("a slow sensor's reading may be older", () => {
    const slow = { at: T0 - 50 * MINUTE, usualIntervalMs: HOUR };
    expect(notified(freeze([{ ...slow, minute: 0, value: 30 }]).findings)).toEqual(["opened critical"]);
  });

  test("an unplugged probe is noted once and closes nothing", () => {
    const trust = { is: "faulty", since: T0 } as const;
    const posts = [at(0, 38), ...[5, 10, 15].map((minute) => ({ minute, trust }))];
    const { state, findings } = freeze(posts);
    expect(notified(findings)).toEqual(["opened warning", "[minor: distrusted warning]"]);
    expect(state.open).toBe(true);
    expect(findings[1]?.why).toMatchObject({ code: "distrusted_faulty" });
  });

  test("an unplugged probe opens nothing: what it said last is no measurement of now", () => {
    const trust = { is: "faulty", since: T0 } as const;
    expect(freeze([at(0, 34, { trust }), at(5, 34, { trust })]).findings).toEqual([]);
  });

  test("a stuck sensor closes nothing, and may still open", () => {
    const trust = { is: "stuck", since: T0 } as const;
    const stuck = (minute: number, value: number) => at(minute, value, { trust });
    const { state, findings } = freeze([at(0, 38), stuck(5, 50), stuck(10, 50), stuck(15, 50)]);
    expect(notified(findings)).toEqual(["opened warning", "[minor: distrusted warning]"]);
    expect(state.open).toBe(true);
    expect(notified(freeze([stuck(0, 34)]).findings)).toEqual([
      "opened critical",
      "[minor: distrusted critical]",
    ]);
  });
});

describe("any run of posts", () => {
  const temperature = fc.double({ min: 20, max: 60, noNaN: true });
  const run = fc.array(fc.record({ value: temperature, gap: fc.integer({ min: 1, max: 30 }) }), {
    maxLength: 60,
  });
  const posts = (steps: { value: number; gap: number }[]) => {
    let minute = 0;
    return steps.map(({ value, gap }) => {
      minute += gap;
      return at(minute, value);
    });
  };

  test("opens and closes in turn, and names every finding once", () => {
    fc.assert(
      fc.property(run, (steps) => {
        const { state, findings } = freeze(posts(steps));
        const turns = findings.filter(({ transition, delayed }) => {
          return (transition === "opened" && !delayed) || transition === "closed";
        });
        turns.forEach(({ transition }, index) => {
          expect(transition).toBe(index % 2 === 0 ? "opened" : "closed");
        });
        expect(state.open).toBe(turns.length % 2 === 1);
        const names = findings.map(({ episode, sequence }) => `${episode}/${sequence}`);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  test("is open whenever the last reading is at or below the limit", () => {
    fc.assert(
      fc.property(run, (steps) => {
        const last = steps.at(-1);
        if (last !== undefined && last.value <= 40) expect(freeze(posts(steps)).state.open).toBe(true);
      }),
    );
  });

  test("judging the same post again changes nothing and says nothing", () => {
    fc.assert(
      fc.property(run, (steps) => {
        const all = posts(steps);
        const { state } = freeze(all);
        const last = all.at(-1);
        if (last === undefined) return;
        const again = freeze([last], {}, state);
        expect(again.findings).toEqual([]);
        expect(again.state).toBe(state);
      }),
    );
  });

  test("is not reminded of as critical once it has eased", () => {
    const values: [value: number, gap: number][] = [
      [20, 1],
      [20, 12],
      [20, 6],
      [37, 24],
      [37, 18],
    ];
    const all = posts(values.map(([value, gap]) => ({ value, gap })));
    const { state, findings } = freeze(all);
    expect(findings.map(({ transition }) => transition)).toEqual(["opened", "eased"]);
    expect(freeze(all.slice(-1), {}, state).findings).toEqual([]);
  });

  test("survives being stored as JSON between any two posts", () => {
    fc.assert(
      fc.property(run, (steps) => {
        let stored = JSON.stringify(NO_EPISODE);
        const findings = posts(steps).flatMap((each) => {
          const judged = freeze([each], {}, readEpisodeState(JSON.parse(stored)));
          stored = JSON.stringify(judged.state);
          return judged.findings;
        });
        expect(findings).toEqual(freeze(posts(steps)).findings);
      }),
    );
  });
});

describe("a room that swings around its warning every day", () => {
  const day = (number: number, lowest: number) =>
    [45, 44, lowest, lowest, 44, 45, 45].map((value, hour) => at((number * 24 + hour) * 60, value));
  const saidBy = (days: number[], overrides: Overrides = { freeze: { reopenQuietMs: HOUR } }) =>
    notified(
      freeze(
        days.flatMap((lowest, number) => day(number, lowest)),
        overrides,
      ).findings.filter(({ suppressedBy }) => suppressedBy === null),
    );
  const once = ["opened warning", "closed warning"];

  test("is told of twice, and then once a week", () => {
    expect(saidBy(Array.from({ length: 8 }, () => 39))).toEqual([...once, ...once]);
    expect(saidBy(Array.from({ length: 9 }, () => 39))).toEqual([...once, ...once, ...once]);
  });

  test("is named at its critical limit each day", () => {
    const critical = saidBy([39, 39, 39, 34, 34]).filter((line) => /(opened|worsened) critical/.test(line));
    expect(critical).toHaveLength(2);
  });

  test("is told of each time where a home wants that", () => {
    expect(saidBy([39, 39, 39], {})).toHaveLength(6);
  });
});

describe("a room that came and went by itself lately", () => {
  const saidBy = (state: Partial<EpisodeState>, overrides: Overrides = { freeze: { reopenQuietMs: HOUR } }) =>
    notified(
      freeze(
        [at(60, 45, { hasReturned: true }), at(61, 45, { hasReturned: true })],
        overrides,
        openState(state),
      ).findings.filter(({ suppressedBy }) => suppressedBy === null),
    );
  const notifiedWith = (severity: "warning" | "critical") => ({ notified: notifiedAt(0, { severity }) });
  const ack = { at: T0, by: "Ada", severity: "warning", badness: 0, rung: 0 } as const;

  test.each<[string, string[], string[]]>([
    ["says nothing at the end of a warning", saidBy({}), []],
    ["says so to whoever has taken it on", saidBy({ ack }), ["closed warning"]],
    ["says so after it was critical", saidBy(notifiedWith("critical")), ["closed warning"]],
    ["says so where a home wants to hear of each time", saidBy({}, {}), ["closed warning"]],
  ])("%s", (_, said, expected) => {
    expect(said).toEqual(expected);
  });
});

test("a good reading on a closed episode leaves nothing to store", () => {
  expect(judgeFreeze(NO_EPISODE, post(T0, { value: 70 }), settingsFor("freeze"), T0).state).toBe(NO_EPISODE);
});

test("a state of an unknown version is no episode", () => {
  expect(readEpisodeState({ v: 2, open: true })).toBe(NO_EPISODE);
  expect(readEpisodeState(null)).toBe(NO_EPISODE);
});

test("a place that freezes on is no news once it was told of as critical", () => {
  const posts = [1, -4, -9, -14, -19].map((value, step) => at(step * 90, value, { unit: "°C" }));
  const notices = notified(freeze(posts, { freeze: { remindMs: null } }).findings);
  expect(notices).toEqual(["opened critical"]);
});
