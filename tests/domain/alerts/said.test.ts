import { describe, expect, test } from "vitest";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { judgeColdStorage } from "../../../lib/alerts/kinds/cold-storage.ts";
import { judgeFreeze } from "../../../lib/alerts/kinds/freeze.ts";
import { judgeHumidity } from "../../../lib/alerts/kinds/humidity.ts";
import { judgeLeak } from "../../../lib/alerts/kinds/leak.ts";
import { judgeRule, judgeVacation, vacationRule, vacationSubject } from "../../../lib/alerts/kinds/rule.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import {
  type ColdStorageSettings,
  type FreezeSettings,
  type HumiditySettings,
  RULE_DEFAULTS,
  type RuleSettings,
  settingsFor,
} from "../../../lib/alerts/settings.ts";
import { reasonSaid } from "../../support/reason-said.ts";
import { at, notifiedAt, openState } from "./machine.ts";
import { HOUR, type Judge, MINUTE, notified, type Post, post, T0 } from "./posts.ts";

const F = (value: number) => ({ value, unit: "°F" });
const C = (value: number) => ({ value, unit: "°C" });
const AWAY = { ...NO_QUIET, vacation: { until: null } };

/** Everything that one reading comes to at T0. */
function saidOf(judge: Judge, given: Post, from: EpisodeState = NO_EPISODE) {
  const { state, findings } = tellAlone(judge(from, post(T0, given), T0));
  const [finding] = findings;
  return {
    notified: notified(findings),
    kind: finding?.kind,
    why: reasonSaid(finding?.why),
    limit: finding?.limit,
    evidence: finding?.evidence,
    badness: state.peak?.badness,
    rung: state.notified?.rung,
  };
}

const evidence = (value: number, unit: string | null) => ({
  value,
  unit,
  at: T0,
  sensorId: "sen_1",
  deviceId: "dev_1",
});

/** Judged by nothing that it measures: a reminder that is due says why. */
const whyUnknown = (judge: Judge, given: Post): string | undefined => {
  const notified = notifiedAt(-24 * 60, { firstAt: at(-24 * 60) });
  return reasonSaid(
    tellAlone(judge(openState({ notified }), post(T0, { ...given, occasion: "tick" }), T0)).findings[0]?.why,
  );
};

describe("a freeze", () => {
  const settings = (rest: Partial<FreezeSettings> = {}): FreezeSettings => ({
    ...settingsFor("freeze"),
    sureMs: 0,
    closingReadings: 1,
    ...rest,
  });
  const judge =
    (rest: Partial<FreezeSettings> = {}): Judge =>
    (state, input, now) =>
      judgeFreeze(state, input, settings(rest), now);
  const said = (value: number, rest: Partial<FreezeSettings> = {}, given: Post = {}, from = NO_EPISODE) =>
    saidOf(judge(rest), { value, ...given }, from);

  test("opens at its warning, and says by what", () => {
    expect(said(40)).toEqual({
      notified: ["opened warning"],
      kind: "freeze",
      why: "40 °F is at or below the warning limit of 40 °F",
      limit: { value: 40, unit: "°F", name: "warning", is: "at_or_below", forMs: 0 },
      evidence: evidence(40, "°F"),
      badness: expect.closeTo(-40 / 9, 9),
      rung: 0,
    });
    expect(said(40.01).notified).toEqual([]);
  });

  test("is critical at its critical limit", () => {
    expect(said(35)).toMatchObject({
      notified: ["opened critical"],
      why: "35 °F is at or below the critical limit of 35 °F",
      limit: { value: 35, name: "critical" },
    });
    expect(said(35.01).notified).toEqual(["opened warning"]);
  });

  test("is over two degrees above its limit, and says above which", () => {
    const critical = openState({ severity: "critical" });
    expect(said(41.99, {}, {}, openState()).notified).toEqual([]);
    expect(said(42, {}, {}, openState())).toMatchObject({
      notified: ["closed warning"],
      why: "42 °F is above the warning limit of 40 °F",
    });
    expect(said(45, {}, {}, critical)).toMatchObject({
      notified: ["closed critical"],
      why: "45 °F is above the critical limit of 35 °F",
    });
    expect(said(37, {}, {}, critical)).toMatchObject({
      notified: ["[minor: eased warning]"],
      why: "37 °F is at or below the warning limit of 40 °F",
    });
  });

  test("compares in °C whatever its sensor measures in", () => {
    expect(said(4.44, {}, { unit: "°C" }).notified).toEqual(["opened warning"]);
    expect(said(4.45, {}, { unit: "°C" }).notified).toEqual([]);
  });

  test("shows the limit that is left where the one that it was open by is no longer set", () => {
    expect(said(36, { critical: null }, {}, openState({ severity: "critical" }))).toMatchObject({
      notified: ["[minor: eased warning]"],
      limit: { name: "warning" },
    });
    expect(said(50, { warning: null }, {}, openState())).toMatchObject({
      notified: ["closed warning"],
      limit: { name: "critical" },
    });
  });

  test("never opens by a limit that is no temperature", () => {
    expect(said(-90, { warning: { value: 40, unit: "%" }, critical: null }).notified).toEqual([]);
  });

  test("is over without any limit", () => {
    expect(said(30, { warning: null, critical: null }, {}, openState()).notified).toEqual(["closed warning"]);
  });

  test("of something that measures no temperature says so", () => {
    expect(whyUnknown(judge(), { value: 40, unit: "%" })).toBe("The sensor doesn't measure a temperature");
  });

  describe("needs a second reading", () => {
    const sure = { sureMs: 10 * MINUTE };
    test.each<[string, ReturnType<typeof said>, string[]]>([
      ["less than three degrees below its warning", said(37.01, sure), []],
      ["no longer at three degrees below it", said(37, sure), ["opened warning"]],
      ["less than these below a limit in °C", said(38.02, { ...sure, warning: C(5) }), []],
      ["no longer at these below it", said(37.99, { ...sure, warning: C(5) }), ["opened warning"]],
      ["by its critical limit where it has no other", said(32.01, { ...sure, warning: null }), []],
      ["no longer three degrees below that", said(32, { ...sure, warning: null }), ["opened critical"]],
    ])("%s", (_, { notified: is }, expected) => {
      expect(is).toEqual(expected);
    });
  });

  describe("on vacation", () => {
    const away = (value: number, rest: Partial<FreezeSettings>) => said(value, rest, { quiet: AWAY });
    test.each<[string, ReturnType<typeof said>, number | undefined]>([
      ["opens by the vacation's limit where that is the higher", away(44, { vacationWarning: F(45) }), 45],
      ["opens by its own where that is the higher", away(40, { vacationWarning: F(39) }), 40],
      ["opens by its own where they are the same", away(40, { vacationWarning: C(40 / 9) }), 40],
      [
        "opens by the vacation's where it has none of its own",
        away(44, { warning: null, vacationWarning: F(45) }),
        45,
      ],
      ["opens by its own where the vacation has none", away(40, { vacationWarning: null }), 40],
      ["does not open above either", away(46, { vacationWarning: F(45) }), undefined],
    ])("%s", (_, { limit }, expected) => {
      expect(limit?.value).toBe(expected);
    });

    test("shows the settings that were in force", () => {
      const { findings } = tellAlone(
        judge({ vacationWarning: F(45) })(NO_EPISODE, post(T0, { value: 44, quiet: AWAY }), T0),
      );
      expect(findings[0]?.settings).toMatchObject({ warning: F(45), vacationWarning: F(45) });
    });
  });
});

describe("humidity", () => {
  const settings = (rest: Partial<HumiditySettings>): HumiditySettings => ({
    ...settingsFor("humidity"),
    forMs: 0,
    ...rest,
  });
  const percent = (value: number) => ({ value, unit: "%" });
  const judge =
    (rest: Partial<HumiditySettings>): Judge =>
    (state, input, now) =>
      judgeHumidity(state, input, settings(rest), now);
  const said = (value: number, rest: Partial<HumiditySettings> = {}, from = NO_EPISODE) =>
    saidOf(judge(rest), { value, unit: "%" }, from);
  const BOTH = { high: percent(60), low: percent(30) };

  test("opens at its high limit, and says by what", () => {
    expect(said(60)).toEqual({
      notified: ["opened warning"],
      kind: "humidity",
      why: "60% is at or above the high limit of 60%",
      limit: { value: 60, unit: "%", name: "high", is: "at_or_above", forMs: 0 },
      evidence: evidence(60, "%"),
      badness: 0,
      rung: 0,
    });
    expect(said(59.9).notified).toEqual([]);
    expect(said(75)).toMatchObject({ badness: 15 });
  });

  test("opens at its low limit, where one is set", () => {
    expect(said(30, BOTH)).toMatchObject({
      notified: ["opened warning"],
      why: "30% is at or below the low limit of 30%",
      limit: { value: 30, unit: "%", name: "low", is: "at_or_below", forMs: 0 },
      badness: 0,
    });
    expect(said(25, BOTH)).toMatchObject({ badness: 5 });
    expect(said(30.1, BOTH).notified).toEqual([]);
  });

  test("is over three points inside, and says inside which", () => {
    expect(said(57.1, {}, openState()).notified).toEqual([]);
    expect(said(57, {}, openState())).toMatchObject({
      notified: ["[minor: closed warning]"],
      why: "57% is inside the high limit of 60%",
    });
    expect(said(33, BOTH, openState())).toMatchObject({
      notified: ["[minor: closed warning]"],
      why: "33% is inside the low limit of 30%",
    });
    expect(said(45, BOTH, openState()).why).toBe("45% is inside the high limit of 60%");
  });

  test("without any limit is over, and says that there is none", () => {
    expect(said(99, { high: null, low: null }, openState())).toMatchObject({
      notified: ["[minor: closed warning]"],
      why: "99%, no limit is set",
      limit: null,
    });
    expect(said(0, { high: null, low: null }).notified).toEqual([]);
  });

  test("of something that measures none says so", () => {
    expect(whyUnknown(judge({ remindMs: HOUR }), { value: 40, unit: "°F" })).toBe(
      "The sensor doesn't measure humidity",
    );
  });

  test("never opens by a limit that is none", () => {
    expect(said(5, { high: F(60) }).notified).toEqual([]);
  });
});

describe("a leak", () => {
  const judge: Judge = (state, input, now) => judgeLeak(state, input, settingsFor("leak"), now);
  const dry: Judge = (state, input, now) =>
    judgeLeak(state, input, { ...settingsFor("leak"), dryMs: 0 }, now);

  test.each([1, 0.2, -1])("opens at any value but 0, and says by what: %d", (value) => {
    expect(saidOf(judge, { value, unit: null, isState: true })).toEqual({
      notified: ["opened critical"],
      kind: "leak",
      why: "The sensor detects water",
      limit: { name: "wet", is: "equals", value: 1, unit: null, forMs: 0 },
      evidence: evidence(value, null),
      badness: 0,
      rung: 0,
    });
  });

  test("is over once it is dry", () => {
    const wet = openState({ severity: "critical" });
    expect(saidOf(dry, { value: 0, unit: null, isState: true }, wet)).toMatchObject({
      notified: ["closed critical"],
      why: "The sensor is dry",
    });
  });
});

describe("a freezer that is too warm", () => {
  const settings = (rest: Partial<ColdStorageSettings>): ColdStorageSettings => ({
    ...settingsFor("cold_storage"),
    enabled: true,
    warm: F(15),
    hysteresis: F(5),
    forMs: 0,
    closingReadings: 1,
    ...rest,
  });
  const judge =
    (rest: Partial<ColdStorageSettings>): Judge =>
    (state, input, now) =>
      judgeColdStorage(state, input, settings(rest), now);
  const said = (value: number, rest: Partial<ColdStorageSettings> = {}, from = NO_EPISODE) =>
    saidOf(judge(rest), { value }, from);

  test("opens above its limit, and says by what", () => {
    expect(said(15.1)).toEqual({
      notified: ["opened warning"],
      kind: "cold_storage",
      why: "15.1 °F is above the limit of 15 °F",
      limit: { value: 15, unit: "°F", name: "warm", is: "above", forMs: 0 },
      evidence: evidence(15.1, "°F"),
      badness: expect.closeTo((15.1 - 32) / 1.8, 9),
      rung: 0,
    });
    expect(said(15).notified).toEqual([]);
  });

  test("is over below its limit by the hysteresis", () => {
    expect(said(10.1, {}, openState()).notified).toEqual([]);
    expect(said(16, {}, openState()).notified).toEqual([]);
    expect(said(10, {}, openState())).toMatchObject({
      notified: ["closed warning"],
      why: "10 °F is not above the limit of 15 °F",
    });
  });

  test("is worse once, as soon as its food thaws", () => {
    expect(said(32, {}, openState()).notified).toEqual([]);
    expect(said(32.5, {}, openState())).toMatchObject({ notified: ["worsened warning"], rung: 1 });
    expect(said(40, {}, openState({ notified: notifiedAt(0, { rung: 1 }) })).notified).toEqual([]);
  });

  test("of a fridge is no worse above freezing", () => {
    expect(said(60, { warm: F(45) }, openState()).notified).toEqual([]);
  });

  test("holds while it is too warm, however its hysteresis is set", () => {
    expect(said(16, { hysteresis: F(-5) }, openState()).notified).toEqual([]);
  });

  test.each([{ enabled: false }, { warm: null }])("is none where it is switched off: %j", (off) => {
    expect(said(90, off).notified).toEqual([]);
    expect(said(90, off, openState())).toMatchObject({ notified: ["closed warning"] });
  });

  test("is none by a limit that is no temperature, or of what measures none", () => {
    expect(said(90, { warm: { value: 15, unit: "%" } }).notified).toEqual([]);
    expect(whyUnknown(judge({}), { value: 40, unit: "%" })).toBe("The sensor doesn't measure a temperature");
  });
});

describe("a rule of the home's own", () => {
  const RULE: RuleSettings = {
    ...RULE_DEFAULTS,
    name: "Wine cellar",
    is: "above",
    limit: F(60),
    hysteresis: F(1),
  };
  const judge =
    (rest: Partial<RuleSettings>): Judge =>
    (state, input, now) =>
      judgeRule(state, input, { ...RULE, ...rest }, now);
  const said = (given: Post, rest: Partial<RuleSettings> = {}, from = NO_EPISODE) =>
    saidOf(judge(rest), given, from);
  const DOOR = {
    is: "equals",
    limit: { value: 1, unit: null },
    hysteresis: { value: 0, unit: null },
  } as const;
  const DIAL = {
    is: "equals",
    limit: { value: 10, unit: "hPa" },
    hysteresis: { value: 2, unit: "hPa" },
  } as const;

  test("opens above its limit, and says by what", () => {
    expect(said({ value: 60.1 })).toEqual({
      notified: ["opened warning"],
      kind: "rule",
      why: "60.1 °F is above 60 °F",
      limit: { value: 60, unit: "°F", name: "Wine cellar", is: "above", forMs: 0 },
      evidence: evidence(60.1, "°F"),
      badness: expect.closeTo(28.1 / 1.8, 9),
      rung: 0,
    });
    expect(said({ value: 60 }).notified).toEqual([]);
  });

  test("is as grave as it was set", () => {
    expect(said({ value: 61 }, { severity: "critical" }).notified).toEqual(["opened critical"]);
    expect(
      said({ value: 59.5 }, { severity: "critical" }, openState({ severity: "critical" })).notified,
    ).toEqual([]);
  });

  test.each<[string, Post, Partial<RuleSettings>, string[], string]>([
    ["above", { value: 59 }, {}, ["closed warning"], "59 °F is not above 60 °F"],
    ["below", { value: 61 }, { is: "below" }, ["closed warning"], "61 °F is not below 60 °F"],
    ["equals", { value: 0, unit: null }, DOOR, ["closed warning"], "0 is not equal to 1"],
    [
      "equals a number",
      { value: 12, unit: "hPa" },
      DIAL,
      ["closed warning"],
      "12 hPa is not equal to 10 hPa",
    ],
  ])("is over past its hysteresis: %s", (_, given, rest, expected, why) => {
    expect(said(given, rest, openState())).toMatchObject({ notified: expected, why });
  });

  test.each<[string, Post, Partial<RuleSettings>]>([
    ["above", { value: 59.01 }, {}],
    ["above and far away", { value: 99 }, { hysteresis: F(-50) }],
    ["below", { value: 60.99 }, { is: "below" }],
    ["below and far away", { value: 9 }, { is: "below", hysteresis: F(-90) }],
    ["equals a number", { value: 11.99, unit: "hPa" }, DIAL],
    ["equals a state", { value: 1, unit: null }, DOOR],
  ])("holds before that: %s", (_, given, rest) => {
    expect(said(given, rest, openState()).notified).toEqual([]);
  });

  test.each<[string, Post, Partial<RuleSettings>, string | undefined, number | undefined]>([
    ["below", { value: 59.9 }, { is: "below" }, "59.9 °F is below 60 °F", -27.9 / 1.8],
    ["not at its limit from below", { value: 60 }, { is: "below" }, undefined, undefined],
    ["equal", { value: 1, unit: null }, DOOR, "1 is equal to 1", 0],
    [
      "equal but for the last digit",
      { value: 10 + 1e-10, unit: "hPa" },
      DIAL,
      "10 hPa is equal to 10 hPa",
      0,
    ],
    ["not equal by a little", { value: 10.0001, unit: "hPa" }, DIAL, undefined, undefined],
    [
      "above in the limit's unit",
      { value: 2, unit: "kPa" },
      { ...DIAL, is: "above" },
      "2 kPa is above 10 hPa",
      20,
    ],
    [
      "above in the sensor's own where the limit has none",
      { value: 11, unit: "hPa" },
      { ...DOOR, is: "above" },
      "11 hPa is above 1",
      11,
    ],
  ])("opens where it is %s", (_, given, rest, why, badness) => {
    const result = said(given, rest);
    expect(result.why).toBe(why);
    if (badness === undefined) expect(result.badness).toBeUndefined();
    else expect(result.badness).toBeCloseTo(badness, 9);
  });

  test("never opens where its limit has no unit and its sensor a temperature's", () => {
    expect(said({ value: 99 }, { limit: { value: 60, unit: null } }).notified).toEqual([]);
  });

  test("of something that is not measured in its unit says so", () => {
    expect(whyUnknown(judge({}), { value: 40, unit: "%" })).toBe("The sensor doesn't measure in °F");
  });

  test("is told once an episode where it has no time between notices", () => {
    const before = openState({ open: false, severity: null, notified: notifiedAt(0, { badness: 20 }) });
    expect(said({ value: 61 }, { cooldownMs: null }, before).notified).toEqual(["opened warning"]);
    expect(said({ value: 61 }, { cooldownMs: HOUR }, before).notified).toEqual([
      "[cooldown: opened warning]",
    ]);
  });

  describe("is told again", () => {
    const COLD = { is: "below" } as const;
    const again = (given: Post, rest: Partial<RuleSettings>, badness: number) => {
      const state = openState({ notified: notifiedAt(-60, { badness }) });
      return notified(tellAlone(judge({ cooldownMs: null, ...rest })(state, post(T0, given), T0)).findings);
    };
    test.each<[string, string[], string[]]>([
      [
        "where a temperature moves on by three degrees",
        again({ value: 57 }, COLD, -28 / 1.8),
        ["worsened warning"],
      ],
      ["not where it moves on by less", again({ value: 57.1 }, COLD, -28 / 1.8), []],
      [
        "not where something else moves on",
        again({ value: 99, unit: "hPa" }, { ...DIAL, is: "above" }, 11),
        [],
      ],
      ["not where a temperature is as it was", again({ value: 60 }, { is: "equals" }, -99), []],
    ])("%s", (_, is, expected) => {
      expect(is).toEqual(expected);
    });
  });
});

describe("what a vacation watches", () => {
  test("are doors and motion, in words", () => {
    expect(vacationRule("door")).toEqual({
      cooldownMs: HOUR,
      severity: "warning",
      enabled: true,
      name: "Opened while you are away",
      is: "equals",
      limit: { value: 1, unit: null },
      forMs: 0,
      hysteresis: { value: 0, unit: null },
    });
    expect(vacationRule("motion")?.name).toBe("Motion while you are away");
    expect(vacationRule("flood")).toBeNull();
    expect(vacationSubject("sen_1")).toBe("vacation:sen_1");
  });

  test("is cleared by name and place when somebody is back", () => {
    const settings = vacationRule("door") ?? expect.fail();
    const { findings } = tellAlone(
      judgeVacation(openState(), post(T0, { value: 1, unit: null }), settings, T0),
    );
    expect(findings).toMatchObject([
      { transition: "closed", reason: "cleared", kind: "rule", subject: "sen_1", settings },
    ]);
  });
});
