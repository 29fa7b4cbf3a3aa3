import { describe, expect, test } from "vitest";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { isCold, leavesToTick, needsSeries, nextCheckAt } from "../../../lib/alerts/due-evaluation.ts";
import { type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import type { StateFacts, TickDevice, TickFacts, TickSensor } from "../../../lib/alerts/facts.ts";
import { judgeTimeToFreeze, type TimeToFreezeInput } from "../../../lib/alerts/kinds/time-to-freeze.ts";
import type { Outlook, TimeToFreeze } from "../../../lib/alerts/physics/cooling.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import { untilStudyMs } from "../../../lib/alerts/stuck.ts";
import type { AlertKind } from "../../../schema/vocabulary.ts";
import { at, notifiedAt, openState } from "./machine.ts";
import { HOUR, MINUTE, notified, T0 } from "./posts.ts";
import { deviceOf, householdOf, on, thermometer, usualAt } from "./things.ts";

const estimate = (hours: number, rest: Partial<TimeToFreeze> = {}): TimeToFreeze =>
  ({
    hours,
    hoursLow: hours / 2,
    hoursHigh: hours * 2,
    basis: "fitted",
    tauHours: 40,
    stretchHours: 4,
    ...rest,
  }) as TimeToFreeze;
const cooling = (hours: number): Outlook => ({ is: "cooling", estimate: estimate(hours) });
const safe = (why: "warming" | "steady" | "outside_not_freezing"): Outlook =>
  ({ is: "safe", why }) as Outlook;
const UNKNOWN = { is: "unknown", why: "too_few_points" } as unknown as Outlook;

describe("the hours left until 32 °F", () => {
  const input = (outlook: Outlook, rest: Partial<TimeToFreezeInput> = {}): TimeToFreezeInput => ({
    subject: "t1",
    quiet: NO_QUIET,
    enabled: true,
    sensorId: "t1",
    deviceId: "dev_1",
    outlook,
    latest: { at: T0, celsius: 8 },
    isHeatingOff: false,
    isUsual: false,
    isEndKnown: false,
    isAlwaysSoCold: false,
    trust: { is: "ok" },
    ...rest,
  });
  const judge = (
    outlook: Outlook,
    rest: Partial<TimeToFreezeInput> = {},
    from: EpisodeState = NO_EPISODE,
    settings = {},
  ) =>
    tellAlone(
      judgeTimeToFreeze(from, input(outlook, rest), { ...settingsFor("time_to_freeze"), ...settings }, T0),
    );
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
    ["are not told where they are switched off", saidOf(cooling(9), {}, NO_EPISODE, { enabled: false }), []],
    ["are not told where the device is", saidOf(cooling(9), { enabled: false }), []],
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
    ["end with being switched off", saidOf(cooling(9), { enabled: false }, open()), ["closed warning"]],
    [
      "are not told again by a probe that is not believed",
      saidOf(
        safe("steady"),
        { trust: { is: "stuck", since: T0 } },
        open({ ...closing(99), distrust: { why: "stuck", since: T0, notifiedAt: T0 } }),
      ),
      [],
    ],
  ])("%s", (_, is, expected) => {
    expect(is).toEqual(expected);
  });

  test.each<[number, number]>([
    [3.01, 0],
    [3, 1],
  ])("of %d are on the rung %d", (hours, rung) => {
    expect(judge(cooling(hours)).state.notified?.rung).toBe(rung);
  });

  test.each(["warming", "steady", "outside_not_freezing"] as const)("are none where %s", (why) => {
    expect(judge(safe(why), {}, open(closing(6))).findings).toMatchObject([
      {
        why: { code: why },
        reason: "recovered",
        evidence: { value: 9_999, more: { hours_low: null, hours_high: null, basis: null, tau_hours: null } },
      },
    ]);
  });

  test("says nothing at their end once the end of the question about the heating was notified", () => {
    const warmed = { latest: { at: T0, celsius: 15 } };
    const closing = { readings: 9, since: T0 - 9 * HOUR, at: T0 - MINUTE };
    const ended = (isEndKnown: boolean) =>
      saidOf(safe("warming"), { ...warmed, isEndKnown }, open({ closing }));
    expect(ended(false)).toEqual(["closed warning"]);
    expect(ended(true)).toEqual(["[minor: closed warning]"]);
  });

  test("say that they have ended with a switch", () => {
    expect(judge(cooling(9), {}, open(), { enabled: false }).findings).toMatchObject([
      { reason: "disabled" },
    ]);
  });
});

const stateOf = (kind: AlertKind, subject: string, rest: Partial<EpisodeState> = {}): StateFacts => ({
  kind,
  subject,
  version: 1,
  state: openState(rest),
});

describe("a tick", () => {
  /** A moment at which the home's thermometers are not studied, and one at which they are. */
  const quiet =
    Array.from({ length: 24 }, (_, hour) => T0 + hour * HOUR).find(
      (now) => untilStudyMs("hh_1", now) > 2 * HOUR,
    ) ?? T0;
  const studied = quiet + untilStudyMs("hh_1", quiet);
  const home = (devices: TickDevice[], rest: Partial<TickFacts> = {}): TickFacts => ({
    household: householdOf(),
    place: null,
    devices,
    rules: [],
    states: [],
    ...rest,
  });
  const looksAt = (sensors: TickSensor[], states: StateFacts[] = [], device = {}, now = quiet) =>
    needsSeries(
      home(
        [
          on(
            sensors.map((each) => ({ ...each, at: now })),
            device,
          ),
        ],
        { states },
      ),
      now,
    ).map(({ id }) => id);
  const warm = thermometer("warm");
  const cold = thermometer("cold", { value: 16 });

  test.each<[string, string[], string[]]>([
    ["cold thermometers", looksAt([warm, cold]), ["cold"]],
    ["none that is warmer", looksAt([thermometer("t", { value: 16.01 })]), []],
    ["cold ones in °F", looksAt([thermometer("t", { value: 60.8, unit: "°F" })]), ["t"]],
    ["no freezer", looksAt([thermometer("t", { value: -18, placement: "freezer" })]), []],
    ["no fridge", looksAt([thermometer("t", { value: 4, placement: "fridge" })]), []],
    ["nothing outdoors", looksAt([thermometer("t", { value: 4, placement: "outdoor" })]), []],
    ["no greenhouse", looksAt([thermometer("t", { value: 4, placement: "greenhouse" })]), []],
    ["a cold pipe", looksAt([thermometer("t", { value: 4, placement: "pipe" })]), ["t"]],
    ["nothing of a device that is switched off", looksAt([cold], [], { enabled: false }), []],
    ["no state", looksAt([{ ...cold, isState: true }]), []],
    ["nothing else that is low", looksAt([thermometer("h", { kind: "humidity", unit: "%", value: 5 })]), []],
    ["nothing that has said nothing", looksAt([thermometer("t", { value: null })]), []],
    ["nothing without a unit", looksAt([thermometer("t", { value: 5, unit: null })]), []],
    ["nothing in no unit of a temperature", looksAt([thermometer("t", { value: 5, unit: "%" })]), []],
    [
      "all of a kind with an open alert",
      looksAt([warm, thermometer("other")], [stateOf("freeze", "warm")]),
      ["warm", "other"],
    ],
    ["none of it once it has ended", looksAt([warm], [stateOf("freeze", "warm", { open: false })]), []],
    [
      "none by what nobody can read",
      looksAt(
        [warm],
        [
          { ...stateOf("freeze", "warm"), state: "open" },
          { ...stateOf("freeze", "warm"), state: null },
          { ...stateOf("freeze", "warm"), state: {} },
        ],
      ),
      [],
    ],
    [
      "all thermometers in a study",
      looksAt([warm, thermometer("h", { kind: "humidity", unit: "%" })], [], {}, studied),
      ["warm"],
    ],
    [
      "heated rooms that are all colder than usual",
      looksAt([
        thermometer("a", { value: 17, ...usualAt(18) }),
        thermometer("b", { value: 17, ...usualAt(18) }),
      ]),
      ["a", "b"],
    ],
    [
      "none where one is not",
      looksAt([
        thermometer("a", { value: 17, ...usualAt(18) }),
        thermometer("b", { value: 18, ...usualAt(18) }),
      ]),
      [],
    ],
    [
      "heated rooms while it is asked about the heating",
      looksAt([thermometer("a", { value: 18, ...usualAt(18) })], [stateOf("heating_stopped", "hh_1")]),
      ["a"],
    ],
    [
      "none once that is over",
      looksAt(
        [thermometer("a", { value: 18, ...usualAt(18) })],
        [stateOf("heating_stopped", "hh_1", { open: false })],
      ),
      [],
    ],
    [
      "none by another alert of the home",
      looksAt([thermometer("a", { value: 18, ...usualAt(18) })], [stateOf("incident", "hh_1")]),
      [],
    ],
  ])("looks at %s", (_, is, expected) => {
    expect(is).toEqual(expected);
  });

  test("knows what is cold by itself", () => {
    expect(isCold({ kind: "temperature", value: 16, unit: "°C" })).toBe(true);
    expect(isCold({ kind: "humidity", value: 16, unit: "°C" })).toBe(false);
  });

  describe("is left what a post cannot judge", () => {
    const leaves = (rest: Partial<TickSensor>, device = {}, now = T0) =>
      leavesToTick(
        {
          household: householdOf(),
          rules: [],
          states: [],
          device: deviceOf(device),
          sensors: [thermometer("t", { valueBefore: 20, ...rest })],
        },
        now,
      );
    test.each<[string, boolean, boolean]>([
      ["not a warm room", leaves({}), false],
      ["one that has become cold", leaves({ value: 16 }), true],
      ["not one that was cold before", leaves({ value: 16, valueBefore: 16 }), false],
      ["one that was never heard before", leaves({ value: 16, valueBefore: null }), true],
      ["one that is colder than usual", leaves({ value: 17, ...usualAt(18) }), true],
      ["not one that is as usual", leaves({ value: 17.1, ...usualAt(18) }), false],
      ["a probe that reports a fault", leaves({ faultyAt: T0 }), true],
      ["a reading that is late", leaves({}, {}, T0 + 5 * MINUTE + 1), true],
      ["not one that is five minutes old", leaves({}, {}, T0 + 5 * MINUTE), false],
      ["not one without a time", leaves({ at: null }), false],
      ["nothing of a device that is switched off", leaves({ value: 16 }, { enabled: false }), false],
    ])("%s", (_, is, expected) => {
      expect(is).toBe(expected);
    });
  });

  describe("is due again", () => {
    const gaps = Array.from({ length: 20 }, () => 300);
    const dueIn = (facts: TickFacts, rest = {}, now = quiet) =>
      (nextCheckAt(facts, { ownGaps: [], forecast: null, ...rest }, now) - now) / MINUTE;
    const heard = (sensors: TickSensor[], device = {}, minutesAgo = 0) =>
      home([
        on(
          sensors.map((each) => ({ ...each, at: quiet })),
          { gaps, lastSeenAt: quiet - minutesAgo * MINUTE, ...device },
        ),
      ]);
    const contact = thermometer("d", { kind: "door", unit: null, isState: true });
    const failing = (minutes: number) => ({
      type: "pull",
      failingFeed: { since: quiet - minutes * MINUTE, failure: null },
    });

    test.each<[string, number, number]>([
      ["when a device may be out", dueIn(heard([contact], {}, 10)), 35],
      [
        "when a new one has been silent for as long as any may be",
        dueIn(heard([contact], { gaps: [], lastSeenAt: null })),
        45,
      ],
      ["when a feed has failed for an hour", dueIn(heard([contact], failing(40))), 20],
      ["as if it did not fail once it has", dueIn(heard([contact], failing(60))), 45],
      [
        "when the next study begins",
        dueIn({
          ...heard([warm], { gaps: Array.from({ length: 20 }, () => 86_400) }),
          household: householdOf({ settings: { outage: { graceMinMs: 9 * HOUR } } }),
        }),
        untilStudyMs("hh_1", quiet) / MINUTE,
      ],
      [
        "not for a study of a home without a thermometer",
        dueIn({
          ...heard([contact], { gaps: Array.from({ length: 20 }, () => 86_400) }),
          household: householdOf({ settings: { outage: { graceMinMs: 9 * HOUR } } }),
        }),
        540,
      ],
      ["a day later where all is switched off", dueIn(heard([contact], { enabled: false })), 1_440],
      [
        "by the next hour where a room is heated",
        dueIn({ ...heard([{ ...warm, ...usualAt(18) }]), household: householdOf() }, {}, quiet + 50 * MINUTE),
        10,
      ],
      [
        "by the next hour where there is a forecast",
        dueIn(
          { ...heard([contact]), place: { latitude: 1, longitude: 1 } },
          { forecast: { fetchedAt: quiet, hours: [] } },
          quiet + 50 * MINUTE,
        ),
        10,
      ],
    ])("%s", (_, is, expected) => {
      expect(is).toBeCloseTo(expected, 9);
    });

    test("at the next tick where there is a place and no forecast, or a study is under way", () => {
      expect(
        nextCheckAt(
          { ...heard([contact]), place: { latitude: 1, longitude: 1 } },
          { ownGaps: [], forecast: null },
          quiet,
        ),
      ).toBe(quiet + 1);
      expect(nextCheckAt(heard([warm]), { ownGaps: [], forecast: null }, studied)).toBe(studied + 1);
      expect(
        nextCheckAt(
          { ...heard([contact]), states: [stateOf("leak", "d")] },
          { ownGaps: [], forecast: null },
          quiet,
        ),
      ).toBe(quiet + 1);
      expect(at(0)).toBe(T0);
    });
  });
});
