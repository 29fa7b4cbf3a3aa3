import { describe, expect, test } from "vitest";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import type { Judged } from "../../../lib/alerts/finding.ts";
import { type ForecastInput, judgeForecast, lowest } from "../../../lib/alerts/kinds/forecast.ts";
import { judgeOutage, type OutageInput } from "../../../lib/alerts/kinds/outage.ts";
import { judgeSensorFault, type SensorFaultInput } from "../../../lib/alerts/kinds/sensor-fault.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import { reasonSaid } from "../../support/reason-said.ts";
import { at, notifiedAt, openState } from "./machine.ts";
import { HOUR, MINUTE, notified, T0 } from "./posts.ts";

const DAY = 24 * HOUR;

/** Everything that one judgement comes to. */
function saidBy({ state, findings }: Judged) {
  const [finding] = findings;
  return {
    notified: notified(findings),
    kind: finding?.kind,
    reason: finding?.reason,
    why: reasonSaid(finding?.why),
    limit: finding?.limit,
    evidence: finding?.evidence,
    badness: state.peak?.badness,
    rung: state.notified?.rung,
  };
}

describe("an outage", () => {
  const silent: OutageInput = {
    subject: "dev_1",
    quiet: NO_QUIET,
    enabled: true,
    type: "push",
    lastSeenAt: T0,
    usualIntervalMs: 5 * MINUTE,
    gaps: Array.from({ length: 20 }, () => 300),
    ownGaps: [],
    failingFeed: null,
    deviceId: "dev_1",
    batteryPct: 62,
    rssi: null,
  };
  const said = (
    ms: number,
    rest: Partial<OutageInput> = {},
    from: EpisodeState = NO_EPISODE,
    settings = {},
  ) =>
    saidBy(
      tellAlone(
        judgeOutage(from, { ...silent, ...rest }, { ...settingsFor("outage"), ...settings }, T0 + ms),
      ),
    );

  test("says for how long it has been silent, and how long it might", () => {
    expect(said(50 * MINUTE + 59_999)).toEqual({
      notified: ["opened warning"],
      kind: "outage",
      reason: null,
      why: "No reading for 50 of 45 minutes allowed",
      limit: { name: "silence", is: "at_or_above", value: 45, unit: "min", forMs: 0 },
      evidence: {
        sensorId: null,
        deviceId: "dev_1",
        value: 50,
        unit: "min",
        at: T0,
        more: { usual_interval_ms: 5 * MINUTE, battery_pct: 62, rssi: null },
      },
      badness: 0,
      rung: 0,
    });
  });

  describe("of a feed that fails", () => {
    const failing = (minutes: number, rest: Partial<OutageInput> = {}) => ({
      type: "pull" as const,
      failingFeed: { since: T0 + 12 * HOUR - minutes * MINUTE, failure: "timeout" as const },
      ...rest,
    });
    const never = { lastSeenAt: null, usualIntervalMs: null, gaps: [] };

    test("opens after an hour of it, whatever its habits", () => {
      const heard = { lastSeenAt: T0 + 11 * HOUR };
      expect(said(12 * HOUR, failing(59, heard), NO_EPISODE, { graceMs: DAY }).notified).toEqual([]);
      expect(said(12 * HOUR, failing(60, heard), NO_EPISODE, { graceMs: DAY })).toMatchObject({
        notified: ["opened warning"],
        why: "No reading for 60 of 60 minutes allowed",
        limit: { value: 60 },
        evidence: { at: T0 + 11 * HOUR, more: { feed_failure: "timeout" } },
      });
    });

    test("opens an hour after a save, too, however lately it was heard", () => {
      const recent = { lastSeenAt: T0 + 12 * HOUR - MINUTE };
      expect(said(12 * HOUR, failing(60, recent)).notified).toEqual(["opened warning"]);
    });

    test("that has never worked counts from its first failure, and says that it was never heard", () => {
      expect(said(12 * HOUR, failing(60, never))).toMatchObject({
        notified: ["opened warning"],
        evidence: {
          value: 60,
          at: T0 + 11 * HOUR,
          more: { never_heard: 1, feed_failure: "timeout", usual_interval_ms: null },
        },
      });
    });

    test("says nothing of a failure where it does not fail", () => {
      expect(said(50 * MINUTE).evidence?.more).not.toHaveProperty("feed_failure");
      expect(said(50 * MINUTE).evidence?.more).not.toHaveProperty("never_heard");
    });
  });

  test("of a device that was never heard says so", () => {
    const open = openState({ notified: notifiedAt(-60) });
    const judged = tellAlone(
      judgeOutage(open, { ...silent, lastSeenAt: null }, settingsFor("outage"), T0 + 9 * DAY),
    );
    expect(judged.findings).toEqual([]);
    expect(judged.state).toBe(open);
  });

  test.each([
    ["its device", { enabled: false }, {}],
    ["its kind", {}, { enabled: false }],
  ])("ends with %s switched off", (_, rest, settings) => {
    expect(said(9 * DAY, rest, openState(), settings)).toMatchObject({
      notified: ["closed warning"],
      reason: "disabled",
    });
  });

  test("ends with a sign of life alone", () => {
    const silence = (since: number) =>
      openState({
        peak: {
          badness: 0,
          evidence: { value: 0, unit: "min", at: since, sensorId: null, deviceId: "dev_1" },
        },
      });
    expect(said(MINUTE, {}, silence(T0)).notified).toEqual([]);
    expect(said(MINUTE, {}, silence(T0 + 1)).notified).toEqual([]);
    expect(said(MINUTE, {}, silence(T0 - 1)).notified).toEqual(["closed warning"]);
    expect(said(MINUTE, {}, openState({ peak: null })).notified).toEqual(["closed warning"]);
  });

  test("is told once more, a day after the device was last heard, and then in the reports", () => {
    const once = openState({
      notified: notifiedAt(45),
      peak: { badness: 0, evidence: { value: 45, unit: "min", at: T0, sensorId: null, deviceId: null } },
    });
    expect(said(DAY - 1, {}, once).notified).toEqual([]);
    const judged = tellAlone(judgeOutage(once, silent, settingsFor("outage"), T0 + DAY));
    expect(judged.findings).toMatchObject([{ transition: "reminded", cadence: "digest" }]);
    expect(said(9 * DAY, {}, { ...once, notified: notifiedAt(45, { count: 2 }) }).notified).toEqual([]);
  });
});

describe("a sensor that cannot be believed", () => {
  const broken: SensorFaultInput = {
    subject: "sen_1",
    quiet: NO_QUIET,
    enabled: true,
    sensorId: "sen_1",
    deviceId: "dev_1",
    fault: { is: "unplugged", since: T0 },
    guards: "freeze",
    standIn: null,
  };
  const settings = (rest = {}) => ({ ...settingsFor("sensor_fault"), forMs: 0, ...rest });
  const said = (
    rest: Partial<SensorFaultInput> = {},
    from: EpisodeState = NO_EPISODE,
    given = {},
    minute = 59,
  ) => saidBy(tellAlone(judgeSensorFault(from, { ...broken, ...rest }, settings(given), at(minute))));

  test("says what it guards, for how long nobody has seen it, and who stands in", () => {
    const standIn = { label: "Cellar", value: 41.5, unit: "°F", severity: null };
    expect(said({ standIn })).toEqual({
      notified: ["opened critical"],
      kind: "sensor_fault",
      reason: null,
      why: "The probe reports a fault: it is unplugged or broken",
      limit: null,
      evidence: {
        sensorId: "sen_1",
        deviceId: "dev_1",
        value: 59,
        unit: "min",
        at: T0,
        more: {
          fault: "unplugged",
          guards: "freeze",
          stand_in: "Cellar",
          stand_in_value: 41.5,
          stand_in_unit: "°F",
          stand_in_severity: null,
        },
      },
      badness: 0,
      rung: 0,
    });
    expect(said({ standIn: { ...standIn, severity: "warning" } }).evidence?.more).toMatchObject({
      stand_in_severity: "warning",
    });
    expect(said().evidence?.more).toEqual({
      fault: "unplugged",
      guards: "freeze",
      stand_in: null,
      stand_in_value: null,
      stand_in_unit: null,
      stand_in_severity: null,
    });
  });

  const standIn = (severity: "warning" | "critical" | null) => ({
    standIn: { label: "Cellar", value: 30, unit: "°F", severity },
  });
  const stuck = { fault: { is: "stuck", since: T0 } } as const;

  test.each<[string, Partial<SensorFaultInput>, string, number]>([
    ["critical where it is unplugged and guards something", {}, "opened critical", 0],
    ["a warning where it guards nothing", { guards: null }, "opened warning", 0],
    ["a warning where that it is stuck is a suspicion", stuck, "opened warning", 0],
    ["critical where its neighbour is", { ...stuck, ...standIn("critical") }, "opened critical", 2],
    ["a warning where its neighbour is one", { ...stuck, ...standIn("warning") }, "opened warning", 1],
    ["a warning where its neighbour is fine", { ...stuck, ...standIn(null) }, "opened warning", 0],
  ])("is %s", (_, rest, opened, rung) => {
    expect(said(rest)).toMatchObject({ notified: [opened], rung });
  });

  test.each([
    ["stuck", "The sensor repeats one value while its surroundings change: it may be stuck"],
  ] as const)("says what is wrong: %s", (is, why) => {
    expect(said({ fault: { is, since: T0 } }).why).toBe(why);
  });

  test("is blind for no time by a clock that is behind", () => {
    expect(said({}, NO_EPISODE, {}, -5).evidence?.value).toBe(0);
    expect(said({}, NO_EPISODE, {}, 0).evidence?.value).toBe(0);
    expect(said({}, NO_EPISODE, {}, 1.5).evidence?.value).toBe(1);
  });

  test("is told again as its neighbour gets worse", () => {
    const open = openState({ severity: "critical", notified: notifiedAt(0, { severity: "critical" }) });
    expect(said(standIn("critical"), open).notified).toEqual(["worsened critical"]);
    expect(said(standIn(null), open).notified).toEqual([]);
  });

  test("is mended once it has measured for an hour", () => {
    const mended = { fault: null, standIn: null };
    const open = openState();
    const { state } = judgeSensorFault(open, { ...broken, ...mended }, settings(), at(10));
    expect(state.closing).toEqual({ readings: 1, since: at(10), at: at(10) });
    expect(said(mended, state, {}, 69).notified).toEqual([]);
    expect(said(mended, state, {}, 70)).toMatchObject({
      notified: ["closed warning"],
      why: "The sensor is measuring again",
      evidence: { at: at(10), value: 60, more: { fault: null } },
    });
  });

  test.each([
    ["its device", { enabled: false }, {}],
    ["its kind", {}, { enabled: false }],
  ])("is over with %s switched off", (_, rest, given) => {
    expect(said(rest, openState(), given)).toMatchObject({
      notified: ["closed warning"],
      reason: "disabled",
    });
  });
});

describe("a frost that is forecast", () => {
  const hours = (...celsius: number[]) =>
    celsius.map((value, hour) => ({ at: T0 + hour * HOUR, celsius: value }));
  const outdoors = (...celsius: number[]): ForecastInput => ({
    subject: "outdoor",
    quiet: NO_QUIET,
    enabled: true,
    sensorId: null,
    isEvening: true,
    forecast: { fetchedAt: T0, hours: hours(...celsius) },
  });
  const said = (input: ForecastInput, from: EpisodeState = NO_EPISODE, given = {}, now = T0) =>
    saidBy(tellAlone(judgeForecast(from, input, { ...settingsFor("forecast"), ...given }, now)));
  const F28 = -20 / 9;

  test("opens at its limit, and says how low and when", () => {
    expect(said(outdoors(1, F28, 3))).toEqual({
      notified: ["opened warning"],
      kind: "forecast",
      reason: null,
      why: "A low of -2.22 °C is at or below the limit of 28 °F",
      limit: { value: 28, unit: "°F", name: "outdoor_low", is: "at_or_below", forMs: 0 },
      evidence: {
        sensorId: null,
        deviceId: null,
        value: F28,
        unit: "°C",
        at: T0 + HOUR,
        more: { fetched_at: T0 },
      },
      badness: -F28,
      rung: 0,
    });
    expect(said(outdoors(F28 + 0.01)).notified).toEqual([]);
  });

  test("of an unheated space opens at a limit of its own", () => {
    const space = { ...outdoors(2), subject: "sen_1", sensorId: "sen_1" };
    expect(said(space)).toMatchObject({
      why: "A low of 2 °C is at or below the limit of 36 °F",
      limit: { value: 36, name: "indoor_low" },
      evidence: { sensorId: "sen_1" },
    });
    expect(said({ ...outdoors(2.3), sensorId: "sen_1" }).notified).toEqual([]);
  });

  /** Notified of -3 °C so many days ago, and over since. */
  const toldDaysAgo = (days: number): EpisodeState => ({
    ...openState({ notified: notifiedAt(-days * 24 * 60, { badness: 3 }) }),
    ...{ open: false, severity: null, closedAt: T0 - HOUR },
  });

  test("outdoors is notified once a winter, unless it gets 5 K colder than notified", () => {
    expect(said(outdoors(-7.9), toldDaysAgo(119)).notified).toEqual(["[cooldown: opened warning]"]);
    expect(said(outdoors(-8), toldDaysAgo(119)).notified).toEqual(["opened warning"]);
    expect(said(outdoors(-3), toldDaysAgo(120)).notified).toEqual(["opened warning"]);
  });

  test("of an unheated space is notified again after a month", () => {
    const space = { ...outdoors(-3), subject: "sen_1", sensorId: "sen_1" };
    expect(said(space, toldDaysAgo(29)).notified).toEqual(["[cooldown: opened warning]"]);
    expect(said(space, toldDaysAgo(30)).notified).toEqual(["opened warning"]);
  });

  test("is no worse within one cold spell, however cold it gets", () => {
    expect(said(outdoors(-25), openState({ notified: notifiedAt(-120, { badness: 3 }) })).notified).toEqual(
      [],
    );
  });

  test("notifies nobody while it is a degree above its limit", () => {
    const [limit, over] = [F28, (29 - 32) / 1.8];
    expect(said(outdoors(limit + 0.1), openState()).notified).toEqual([]);
    expect(said(outdoors(over - 0.01), openState()).notified).toEqual([]);
    expect(said(outdoors(over), openState())).toMatchObject({
      notified: ["[minor: closed warning]"],
      why: "A low of -1.67 °C is above the limit of 28 °F",
    });
    const inCelsius = { outdoorLow: { value: -2, unit: "°C" }, hysteresis: { value: 1, unit: "°C" } };
    expect(said(outdoors(-1), openState(), inCelsius).notified).toEqual(["[minor: closed warning]"]);
    expect(said(outdoors(-9), openState(), { hysteresis: { value: -90, unit: "°F" } }).notified).toEqual([]);
  });

  test.each<[string, ForecastInput, object, number]>([
    ["without a forecast", { ...outdoors(), forecast: null }, {}, T0],
    ["by one that is too old", outdoors(9, 9, 9, 9, 9, 9, 9), {}, T0 + 6 * HOUR + 1],
    ["by one that doesn't reach the next hours", outdoors(9), {}, T0 + HOUR],
  ])("neither opens nor ends %s", (_, input, given, now) => {
    expect(said(input, openState(), given, now).notified).toEqual([]);
    const cold = {
      ...input,
      forecast: input.forecast && {
        ...input.forecast,
        hours: input.forecast.hours.map(({ at: hour }) => ({ at: hour, celsius: -9 })),
      },
    };
    expect(said(cold, NO_EPISODE, given, now).notified).toEqual([]);
  });

  test("is judged by one that is six hours old", () => {
    expect(said(outdoors(9, 9, 9, 9, 9, 9, -9), NO_EPISODE, {}, T0 + 6 * HOUR).notified).toEqual([
      "opened warning",
    ]);
  });

  test.each<[string, object, object]>([
    ["where it is switched off", {}, { enabled: false }],
    ["where its place is", { enabled: false }, {}],
    ["without a limit", {}, { outdoorLow: null }],
  ])("is over %s", (_, rest, given) => {
    expect(said({ ...outdoors(-9), ...rest }, openState(), given)).toMatchObject({
      notified: ["[minor: closed warning]"],
      reason: "disabled",
    });
  });

  test("never opens by a limit that is no temperature", () => {
    expect(said(outdoors(-9), NO_EPISODE, { outdoorLow: { value: 28, unit: "%" } }).notified).toEqual([]);
  });

  test("says why it cannot tell where a reminder asks for it", () => {
    const open = openState({ notified: notifiedAt(-60) });
    const why = (input: ForecastInput) => said(input, open, { remindMs: HOUR }).why;
    expect(why({ ...outdoors(), forecast: null })).toBe("There's no forecast at the moment");
    expect(why(outdoors())).toBe("The forecast doesn't reach the next hours");
  });

  test("is told once, however much colder it gets", () => {
    const open = openState({ notified: notifiedAt(-60, { badness: 5 }) });
    expect(said(outdoors(-30), open).notified).toEqual([]);
  });

  test("is the lowest from the hour that runs to the last one looked at, the earliest of several", () => {
    const all = hours(-9, 4, 2, 2, 1);
    expect(lowest(all, T0 + HOUR - 1, T0 + 3 * HOUR)).toBe(all[0]);
    expect(lowest(all, T0 + HOUR, T0 + 3 * HOUR)).toBe(all[2]);
    expect(lowest(all, T0 + HOUR, T0 + 4 * HOUR)).toBe(all[4]);
    expect(lowest(all, T0 + 9 * HOUR, T0 + 12 * HOUR)).toBeNull();
  });
});
