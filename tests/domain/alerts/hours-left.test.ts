import { describe, expect, test } from "vitest";
import { advance } from "../../../lib/alerts/advance.ts";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { acknowledge, type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { type Cooling, hoursLeftRule } from "../../../lib/alerts/kinds/time-to-freeze.ts";
import type { Outlook } from "../../../lib/alerts/physics/cooling.ts";
import type { Finding, Trust } from "../../../lib/alerts/verdict.ts";
import { settingsFor } from "../../../lib/devices/alert-settings.ts";
import { notifiedAt, openState, sceneOf } from "./machine.ts";
import { HOUR, MINUTE, notified, T0 } from "./posts.ts";

const cooling = (hours: number): Outlook => ({
  is: "cooling",
  estimate: {
    ...{ hours, hoursLow: hours / 2, hoursHigh: hours * 2 },
  },
});
const safe = (why: "warming" | "steady" | "outside_not_freezing"): Outlook => ({ is: "safe", why });
const UNKNOWN: Outlook = { is: "unknown" };

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
      ...{ isHeatingOff: false, isWarming: false, isUsual: false, isEndKnown: false },
      ...rest,
    },
    settings,
  );
  return tellAlone(advance(state, rule(state), sceneOf({ kind: "time_to_freeze", settings, trust }), now));
}

/** Evaluates one estimate after another, a quarter of an hour apart. */
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
  ["are told again once, at three hours", [12.1, 11, 7, 4, 3, 2, 0.5], ["worsened critical"]],
  ["are not told again when the estimate goes back and forth", [11, 3, 3.5, 3], ["worsened critical"]],
  ["end beyond fourteen hours after six", [12, ...held(15, 25)], ["closed warning"]],
  ["end when it has been warming for six hours", [12, ...held(safe("warming"), 25)], ["closed warning"]],
  ["do not end for a sunny afternoon", [12, ...held(safe("warming"), 20), 10], []],
  ["stay as they are when too little is known", [12, UNKNOWN, UNKNOWN], []],
])("the hours left %s", (_, outlooks, expected) => {
  expect(notified(told(outlooks).findings)).toEqual(["opened warning", ...expected]);
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

  test("are notified from twelve on, with their range and basis", () => {
    const { state, findings } = judge(cooling(11.96));
    expect(findings).toMatchObject([
      {
        kind: "time_to_freeze",
        transition: "opened",
        severity: "warning",
        why: { code: "cooling", values: { hours: 12 } },
        limit: { name: "hours_left", is: "at_or_below", value: 12, unit: "h", forMs: 0 },
        evidence: {
          sensorId: "t1",
          deviceId: "dev_1",
          value: 11.96,
          unit: "h",
          at: T0,
          more: { celsius: 8, hours_low: 5.98, hours_high: 23.92 },
        },
      },
    ]);
    expect(state.peak?.badness).toBe(-11.96);
  });

  const OVER = ["closed warning"];
  const room = (celsius: number, hours: number): Case => [
    safe("warming"),
    { latest: { at: T0, celsius } },
    closing(hours),
  ];
  const critical = { severity: "critical", ...closing(6) } as const;
  type Case = [Outlook, (Partial<Cooling> & { trust?: Trust })?, Partial<EpisodeState>?];

  test.each<[string, Case, string[]]>([
    ["are told at twelve", [cooling(12)], ["opened warning"]],
    ["are not told above", [cooling(12.01)], []],
    ["are critical at three", [cooling(3)], ["opened critical"]],
    ["are no more than a warning above", [cooling(3.01)], ["opened warning"]],
    ["are not told of what is frozen", [cooling(0)], []],
    ["nor of what reads so by now", [cooling(6), { latest: { at: T0, celsius: 0 } }], []],
    ["are told of what soon is", [cooling(0.01)], ["opened critical"]],
    ["are not told of a room that is as cool as ever", [cooling(9), { isUsual: true }], []],
    ["are not told where too little is known", [UNKNOWN], []],
    ["are not told without a reading", [cooling(9), { latest: null }], []],
    ["go on where it is frozen by now", [cooling(0), {}, {}], ["[minor: worsened critical]"]],
    ["go on as cool as ever once they were told", [cooling(9), { isUsual: true }, closing(99)], []],
    ["end at fourteen", [cooling(14.01), {}, closing(6)], OVER],
    ["do not end before", [cooling(14), {}, closing(6)], []],
    ["end after six hours", [safe("warming"), {}, closing(6)], OVER],
    ["do not end sooner", [safe("warming"), {}, closing(5.99)], []],
    ["end after an hour in a warm room", room(12, 1), OVER],
    ["do not end sooner in one", room(12, 0.99), []],
    ["do not end after an hour in a cooler room", room(11.9, 1), []],
    ["do not end at a room's frost warning, where it only pauses", room(4.4, 99), []],
    ["end above it", room(4.5, 6), OVER],
    ["do not end while the heating is off", [safe("warming"), { isHeatingOff: true }, closing(99)], []],
    [
      "neither end nor ease once it has frozen, however mild it gets outdoors",
      [safe("outside_not_freezing"), { latest: { at: T0, celsius: 0 } }, { ...critical, ...closing(99) }],
      [],
    ],
    ["become a warning above four", [cooling(4.01), {}, critical], ["[minor: eased warning]"]],
    ["stay critical at four", [cooling(4), {}, critical], []],
    ["are critical still while the heating is off", [cooling(3.5), { isHeatingOff: true }, critical], []],
    [
      "are not told again by a probe that is not believed",
      [safe("steady"), { trust: { is: "stuck", since: T0 } }, closing(99)],
      [],
    ],
  ])("%s", (_, [outlook, rest, state], expected) => {
    expect(saidOf(outlook, rest, state && open(state))).toEqual(expected);
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
