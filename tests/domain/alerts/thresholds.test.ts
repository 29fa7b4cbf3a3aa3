import { expect, test } from "vitest";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { judgeColdStorage } from "../../../lib/alerts/kinds/cold-storage.ts";
import { judgeFreeze } from "../../../lib/alerts/kinds/freeze.ts";
import { judgeHumidity } from "../../../lib/alerts/kinds/humidity.ts";
import { judgeRule } from "../../../lib/alerts/kinds/rule.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { RULE_DEFAULTS, type RuleSettings, settingsFor } from "../../../lib/alerts/settings.ts";
import type { Severity } from "../../../schema/vocabulary.ts";
import { reasonSaid } from "../../support/reason-said.ts";
import { notifiedAt, openState } from "./machine.ts";
import { type Judge, MINUTE, notified, post, T0 } from "./posts.ts";

const F = (value: number) => ({ value, unit: "°F" });
const C = (value: number) => ({ value, unit: "°C" });
const percent = (value: number) => ({ value, unit: "%" });
const bare = (value: number) => ({ value, unit: null });
const hPa = (value: number) => ({ value, unit: "hPa" });
type Rest = Record<string, unknown>;

/** Each by its usual settings, without a wait. */
const KINDS = {
  freeze: (rest: Rest): Judge => {
    const settings = { ...settingsFor("freeze"), sureMs: 0, closingReadings: 1, ...rest };
    return (state, input, now) => judgeFreeze(state, input, settings, now);
  },
  humidity: (rest: Rest): Judge => {
    const settings = { ...settingsFor("humidity"), forMs: 0, ...rest };
    return (state, input, now) => judgeHumidity(state, input, settings, now);
  },
  freezer: (rest: Rest): Judge => {
    const usual = { ...settingsFor("cold_storage"), enabled: true, warm: F(15), hysteresis: F(5) };
    const settings = { ...usual, forMs: 0, closingReadings: 1, ...rest };
    return (state, input, now) => judgeColdStorage(state, input, settings, now);
  },
  rule: (rest: Rest): Judge => {
    const rule: RuleSettings = {
      ...RULE_DEFAULTS,
      name: "Wine",
      is: "above",
      limit: F(60),
      hysteresis: F(1),
    };
    return (state, input, now) => judgeRule(state, input, { ...rule, ...rest }, now);
  },
};

const BELOW = { is: "below" };
const DOOR = { is: "equals", limit: bare(1), hysteresis: bare(0) };
const DIAL = { is: "equals", limit: hPa(10), hysteresis: hPa(2) };
const BOTH = { high: percent(60), low: percent(30) };
const SURE = { sureMs: 10 * MINUTE };
const NONE = { warning: null, critical: null };
const NO_LIMIT = { high: null, low: null };
const AWAY = { quiet: { ...NO_QUIET, vacation: { until: null } } };

type Row = [
  kind: keyof typeof KINDS,
  rest: Rest,
  reading: { value: number; unit: string | null },
  from: Severity | null,
  said: string,
  why?: string,
];
const table: Row[] = [
  ["freeze", {}, F(40), null, "opened warning", "40 °F is at or below the warning limit of 40 °F"],
  ["freeze", {}, F(40.01), null, ""],
  ["freeze", {}, F(35), null, "opened critical", "35 °F is at or below the critical limit of 35 °F"],
  ["freeze", {}, F(35.01), null, "opened warning"],
  ["freeze", {}, F(41.99), "warning", ""],
  ["freeze", {}, F(42), "warning", "closed warning", "42 °F is above the warning limit of 40 °F"],
  ["freeze", {}, F(45), "critical", "closed critical", "45 °F is above the critical limit of 35 °F"],
  ["freeze", {}, F(37), "critical", "[minor: eased warning]"],
  ["freeze", {}, C(4.44), null, "opened warning"],
  ["freeze", {}, C(4.45), null, ""],
  ["freeze", {}, C(((40 - 32) * 5) / 9), null, "opened warning"],
  ["freeze", {}, { value: 274, unit: "K" }, null, "opened critical"],
  ["freeze", { critical: null }, F(36), "critical", "[minor: eased warning]"],
  ["freeze", { warning: null }, F(50), "warning", "closed warning"],
  ["freeze", { warning: percent(40), critical: null }, F(-90), null, ""],
  ["freeze", NONE, F(30), "warning", "closed warning", "30 °F, no limit is set"],
  ["freeze", SURE, F(37.01), null, ""],
  ["freeze", SURE, F(37), null, "opened warning"],
  ["freeze", { ...SURE, warning: C(5) }, F(38.02), null, ""],
  ["freeze", { ...SURE, warning: C(5) }, F(37.99), null, "opened warning"],
  ["freeze", { ...SURE, warning: null }, F(32.01), null, ""],
  ["freeze", { ...SURE, warning: null }, F(32), null, "opened critical"],
  ["humidity", {}, percent(60), null, "opened warning", "60% is at or above the high limit of 60%"],
  ["humidity", {}, percent(59.9), null, ""],
  ["humidity", BOTH, percent(30), null, "opened warning", "30% is at or below the low limit of 30%"],
  ["humidity", BOTH, percent(30.1), null, ""],
  ["humidity", {}, percent(57.1), "warning", ""],
  ["humidity", {}, percent(57), "warning", "[minor: closed warning]", "57% is inside the high limit of 60%"],
  ["humidity", BOTH, percent(33), "warning", "[minor: closed warning]", "33% is inside the low limit of 30%"],
  ["humidity", NO_LIMIT, percent(99), "warning", "[minor: closed warning]", "99%, no limit is set"],
  ["humidity", NO_LIMIT, percent(0), null, ""],
  ["humidity", { high: F(60) }, percent(5), null, ""],
  ["freezer", {}, F(15.1), null, "opened warning", "15.1 °F is above the limit of 15 °F"],
  ["freezer", {}, F(15), null, ""],
  ["freezer", {}, F(10.1), "warning", ""],
  ["freezer", {}, F(10), "warning", "closed warning", "10 °F is not above the limit of 15 °F"],
  ["freezer", {}, F(32), "warning", ""],
  ["freezer", {}, F(32.5), "warning", "worsened warning"],
  ["freezer", { warm: F(45) }, F(60), "warning", ""],
  ["freezer", { hysteresis: F(-5) }, F(16), "warning", ""],
  ["freezer", { enabled: false }, F(90), null, ""],
  ["freezer", { warm: null }, F(90), "warning", "closed warning"],
  ["freezer", { warm: percent(15) }, F(90), null, ""],
  ["rule", {}, F(60.1), null, "opened warning", "60.1 °F is above 60 °F"],
  ["rule", {}, F(60), null, ""],
  ["rule", { severity: "critical" }, F(61), null, "opened critical"],
  ["rule", { severity: "critical" }, F(59.5), "critical", ""],
  ["rule", {}, F(59), "warning", "closed warning", "59 °F is not above 60 °F"],
  ["rule", {}, F(59.01), "warning", ""],
  ["rule", { hysteresis: F(-50) }, F(99), "warning", ""],
  ["rule", BELOW, F(59.9), null, "opened warning", "59.9 °F is below 60 °F"],
  ["rule", BELOW, F(60), null, ""],
  ["rule", BELOW, F(61), "warning", "closed warning", "61 °F is not below 60 °F"],
  ["rule", BELOW, F(60.99), "warning", ""],
  ["rule", DOOR, bare(1), null, "opened warning", "1 is equal to 1"],
  ["rule", DOOR, bare(1), "warning", ""],
  ["rule", DOOR, bare(0), "warning", "closed warning", "0 is not equal to 1"],
  ["rule", DIAL, hPa(10 + 1e-10), null, "opened warning", "10 hPa is equal to 10 hPa"],
  ["rule", DIAL, hPa(10.0001), null, ""],
  ["rule", DIAL, hPa(11.99), "warning", ""],
  ["rule", DIAL, hPa(12), "warning", "closed warning", "12 hPa is not equal to 10 hPa"],
  [
    "rule",
    { ...DIAL, is: "above" },
    { value: 2, unit: "kPa" },
    null,
    "opened warning",
    "2 kPa is above 10 hPa",
  ],
  ["rule", { ...DOOR, is: "above" }, hPa(11), null, "opened warning", "11 hPa is above 1"],
  ["rule", { limit: bare(60) }, F(99), null, ""],
];

test.each(table)("%s %j at %j, from %s: %s", (kind, rest, { value, unit }, from, said, why) => {
  const state = from === null ? NO_EPISODE : openState({ severity: from });
  const { findings } = tellAlone(KINDS[kind](rest)(state, post(T0, { value, unit }), T0));
  expect(notified(findings)).toEqual(said === "" ? [] : [said]);
  if (why !== undefined) expect(reasonSaid(findings[0]?.why)).toBe(why);
});

test.each<[keyof typeof KINDS, { value: number; unit: string | null }, string]>([
  ["freeze", percent(40), "The sensor doesn't measure a temperature"],
  ["humidity", F(40), "The sensor doesn't measure humidity"],
  ["freezer", percent(40), "The sensor doesn't measure a temperature"],
  ["rule", percent(40), "The sensor doesn't measure in °F"],
])("a %s of something else says so: %j", (kind, { value, unit }, why) => {
  const state = openState({ notified: notifiedAt(-24 * 60) });
  const judge = KINDS[kind]({ remindMs: 60 * MINUTE });
  const { findings } = tellAlone(judge(state, post(T0, { value, unit, occasion: "tick" }), T0));
  expect(reasonSaid(findings[0]?.why)).toBe(why);
});

test.each<[object, number, number | undefined]>([
  [{ vacationWarning: F(45) }, 44, 45],
  [{ vacationWarning: F(39) }, 40, 40],
  [{ warning: null, vacationWarning: F(45) }, 44, 45],
  [{ vacationWarning: null }, 40, 40],
  [{ vacationWarning: F(45) }, 46, undefined],
])("on vacation the higher of the two warning limits holds: %j at %d °F", (rest, value, limit) => {
  const { findings } = tellAlone(KINDS.freeze({ ...rest })(NO_EPISODE, post(T0, { value, ...AWAY }), T0));
  expect(findings[0]?.limit?.value).toBe(limit);
});

test.each([
  [57, -28 / 1.8, ["worsened warning"]],
  [57.1, -28 / 1.8, []],
])(
  "a rule of a temperature is told again where that moves on by three degrees: %d °F",
  (value, badness, said) => {
    const state = openState({ notified: notifiedAt(-60, { badness }) });
    const judge = KINDS.rule({ ...BELOW, cooldownMs: null });
    expect(notified(tellAlone(judge(state, post(T0, { value }), T0)).findings)).toEqual(said);
  },
);

test("a rule is told once an episode where it has no time between notices", () => {
  const before = openState({ open: false, severity: null, notified: notifiedAt(0, { badness: 20 }) });
  const said = (cooldownMs: number | null) =>
    notified(tellAlone(KINDS.rule({ cooldownMs })(before, post(T0, { value: 61 }), T0)).findings);
  expect(said(null)).toEqual(["opened warning"]);
  expect(said(60 * MINUTE)).toEqual(["[cooldown: opened warning]"]);
});
