import { describe, expect, test } from "vitest";
import { assess } from "../../../lib/alerts/assessment.ts";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { acknowledge, type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import type { Finding } from "../../../lib/alerts/finding.ts";
import { type Cooling, hoursLeftRule } from "../../../lib/alerts/kinds/time-to-freeze.ts";
import type { Outlook } from "../../../lib/alerts/physics/cooling.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import type { Trust } from "../../../lib/alerts/verdict.ts";
import { notifiedAt, openState } from "./machine.ts";
import { HOUR, MINUTE, notified, T0 } from "./posts.ts";
import { householdOf } from "./things.ts";

const cooling = (hours: number): Outlook => ({
  is: "cooling",
  estimate: {
    ...{ hours, hoursLow: hours / 2, hoursHigh: hours * 2, basis: "fitted", tauHours: 40, stretchHours: 4 },
  },
});
const safe = (why: "warming" | "steady" | "outside_not_freezing"): Outlook => ({ is: "safe", why });
const UNKNOWN: Outlook = { is: "unknown", why: "too_few_readings" };

function judge(
  outlook: Outlook,
  { trust = { is: "ok" }, ...rest }: Partial<Cooling> & { trust?: Trust } = {},
  state: EpisodeState = NO_EPISODE,
  given = {},
  now = T0,
) {
  const settings = { ...settingsFor("time_to_freeze"), ...given };
  const rule = hoursLeftRule(
    {
      ...{ sensorId: "t1", deviceId: "dev_1", outlook, latest: { at: now, celsius: 8 } },
      ...{ isHeatingOff: false, isUsual: false, isEndKnown: false },
      ...rest,
    },
    settings,
  );
  const states = [{ kind: "time_to_freeze" as const, subject: "t1", version: 1, state }];
  const about = { title: "", deviceId: "dev_1", sensorId: "t1" };
  const asked = { kind: "time_to_freeze", subject: "t1", about, settings, trust } as const;
  return tellAlone(assess({ household: householdOf(), states }, asked, rule, now));
}

/** One estimate after another, a quarter of an hour apart. */
function told(outlooks: (Outlook | number)[], from = NO_EPISODE, rest: Partial<Cooling> = {}) {
  let state = from;
  const findings: Finding[] = [];
  for (const [index, each] of outlooks.entries()) {
    const outlook = typeof each === "number" ? cooling(each) : each;
    const judged = judge(outlook, rest, state, {}, T0 + index * 15 * MINUTE);
    state = judged.state;
    findings.push(...judged.findings);
  }
  return { state, findings };
}
const held = (each: Outlook | number, quarters: number) => Array.from({ length: quarters }, () => each);

test.each<[string, (Outlook | number)[], string[]]>([
  [
    "are told again once, at three hours",
    [12.1, 11, 7, 4, 3, 2, 0.5],
    ["opened warning", "worsened critical"],
  ],
  [
    "are not told again when the estimate goes back and forth",
    [11, 3, 3.5, 3],
    ["opened warning", "worsened critical"],
  ],
  ["end beyond fourteen hours after six", [12, ...held(15, 25)], ["opened warning", "closed warning"]],
  [
    "end when it has been warming for six hours",
    [12, ...held(safe("warming"), 25)],
    ["opened warning", "closed warning"],
  ],
  ["do not end for a sunny afternoon", [12, ...held(safe("warming"), 20), 10], ["opened warning"]],
  ["stay as they are when too little is known", [12, UNKNOWN, UNKNOWN], ["opened warning"]],
])("the hours left %s", (_, outlooks, expected) => {
  expect(notified(told(outlooks).findings)).toEqual(expected);
});

test("a crossing voids an acknowledgement", () => {
  const acked = acknowledge(told([11]).state, "Ada", T0);
  expect(told([10, 9, 8], acked).findings).toEqual([]);
  expect(notified(told([10, 3], acked).findings)).toEqual(["worsened critical"]);
});

describe("the hours left until 32 °F", () => {
  const saidOf = (...given: Parameters<typeof judge>) => notified(judge(...given).findings);
  const open = (rest: Partial<EpisodeState> = {}) =>
    openState({ notified: notifiedAt(0, { rung: 3, severity: "critical", criticalAt: T0 }), ...rest });
  const closing = (hours: number) => ({
    closing: { readings: 2, since: T0 - hours * HOUR, at: T0 - MINUTE },
  });
  const easier = (hours: number) => ({ easier: { readings: 2, since: T0 - hours * HOUR, at: T0 - MINUTE } });

  test("are told from twelve on, with their range and what they rest on", () => {
    const { state, findings } = judge(cooling(11.96));
    expect(findings).toMatchObject([
      {
        kind: "time_to_freeze",
        transition: "opened",
        severity: "warning",
        why: { code: "cooling", values: { hours: 12, basis: "fitted" } },
        limit: { name: "hours_left", is: "at_or_below", value: 12, unit: "h", forMs: 0 },
        evidence: {
          sensorId: "t1",
          deviceId: "dev_1",
          value: 11.96,
          unit: "h",
          at: T0,
          more: { celsius: 8, hours_low: 5.98, hours_high: 23.92, basis: "fitted", tau_hours: 40 },
        },
      },
    ]);
    expect(state.peak?.badness).toBe(-11.96);
  });

  test.each<[string, string[], string[]]>([
    ["are told at twelve", saidOf(cooling(12)), ["opened warning"]],
    ["are not told above", saidOf(cooling(12.01)), []],
    ["are critical at three", saidOf(cooling(3)), ["opened critical"]],
    ["are no more than a warning above", saidOf(cooling(3.01)), ["opened warning"]],
    ["are not told of what is frozen", saidOf(cooling(0)), []],
    ["are told of what soon is", saidOf(cooling(0.01)), ["opened critical"]],
    ["are not told of a room that is as cool as ever", saidOf(cooling(9), { isUsual: true }), []],
    ["are not told where too little is known", saidOf(UNKNOWN), []],
    ["are not told without a reading", saidOf(cooling(9), { latest: null }), []],
    ["go on where it is frozen by now", saidOf(cooling(0), {}, open()), ["[minor: worsened critical]"]],
    [
      "go on as cool as ever once they were told",
      saidOf(cooling(9), { isUsual: true }, open(closing(99))),
      [],
    ],
    ["end at fourteen", saidOf(cooling(14.01), {}, open(closing(6))), ["closed warning"]],
    ["do not end before", saidOf(cooling(14), {}, open(closing(6))), []],
    ["end after six hours", saidOf(safe("warming"), {}, open(closing(6))), ["closed warning"]],
    ["do not end sooner", saidOf(safe("warming"), {}, open(closing(5.99))), []],
    [
      "end after an hour in a warm room",
      saidOf(safe("warming"), { latest: { at: T0, celsius: 12 } }, open(closing(1))),
      ["closed warning"],
    ],
    [
      "do not end sooner in one",
      saidOf(safe("warming"), { latest: { at: T0, celsius: 12 } }, open(closing(0.99))),
      [],
    ],
    [
      "do not end after an hour in a cooler room",
      saidOf(safe("warming"), { latest: { at: T0, celsius: 11.9 } }, open(closing(1))),
      [],
    ],
    [
      "do not end while the heating is off",
      saidOf(safe("warming"), { isHeatingOff: true }, open(closing(99))),
      [],
    ],
    [
      "neither end nor ease once it has frozen, however mild it gets outdoors",
      saidOf(
        safe("outside_not_freezing"),
        { latest: { at: T0, celsius: 0 } },
        open({ severity: "critical", ...easier(6), ...closing(99) }),
      ),
      [],
    ],
    [
      "become a warning above four",
      saidOf(cooling(4.01), {}, open({ severity: "critical", ...easier(6) })),
      ["[minor: eased warning]"],
    ],
    ["stay critical at four", saidOf(cooling(4), {}, open({ severity: "critical", ...easier(6) })), []],
    [
      "are critical still while the heating is off",
      saidOf(cooling(3.5), { isHeatingOff: true }, open({ severity: "critical", ...easier(6) })),
      [],
    ],
    [
      "are not told again by a probe that is not believed",
      saidOf(safe("steady"), { trust: { is: "stuck", since: T0 } }, open(closing(99))),
      [],
    ],
  ])("%s", (_, is, expected) => {
    expect(is).toEqual(expected);
  });

  test("says nothing at their end once the end of the question about the heating was notified", () => {
    const warmed = { latest: { at: T0, celsius: 15 } };
    const closing = { readings: 9, since: T0 - 9 * HOUR, at: T0 - MINUTE };
    const ended = (isEndKnown: boolean) =>
      saidOf(safe("warming"), { ...warmed, isEndKnown }, open({ closing }));
    expect(ended(false)).toEqual(["closed warning"]);
    expect(ended(true)).toEqual(["[minor: closed warning]"]);
  });
});
