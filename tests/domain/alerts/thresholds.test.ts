import { expect, test } from "vitest";
import { NO_EPISODE } from "../../../lib/alerts/episode.ts";
import {
  judgeColdStorage,
  judgeFreeze,
  judgeHumidity,
  judgeRule,
} from "../../../lib/alerts/kinds/thresholds.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { RULE_DEFAULTS, type RuleSettings } from "../../../lib/alerts/settings.ts";
import { settingsFor } from "../../../lib/devices/alert-settings.ts";
import { wireReason } from "../../../lib/language/reason-text.ts";
import type { Severity } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";
import { notifiedAt, openState } from "./machine.ts";
import { type Judge, judgedBy, MINUTE, notified, post, T0 } from "./posts.ts";

const F = (value: number) => ({ value, unit: "°F" });
const percent = (value: number) => ({ value, unit: "%" });
type Rest = Record<string, unknown>;

/** Each kind with its usual settings, but without a wait. */
const KINDS = {
  freeze: (rest: Rest): Judge => {
    const settings = { ...settingsFor("freeze"), sureMs: 0, closingReadings: 1, ...rest };
    return judgedBy("freeze", judgeFreeze, settings);
  },
  humidity: (rest: Rest): Judge => {
    const settings = { ...settingsFor("humidity"), forMs: 0, ...rest };
    return judgedBy("humidity", judgeHumidity, settings);
  },
  freezer: (rest: Rest): Judge => {
    const usual = { ...settingsFor("cold_storage"), enabled: true, warm: F(15), hysteresis: F(5) };
    const settings = { ...usual, forMs: 0, closingReadings: 1, ...rest };
    return judgedBy("cold_storage", judgeColdStorage, settings);
  },
  rule: (rest: Rest): Judge => {
    const rule: RuleSettings = {
      ...RULE_DEFAULTS,
      name: "Wine",
      is: "above",
      limit: F(60),
      hysteresis: F(1),
    };
    return judgedBy("rule", judgeRule, { ...rule, ...rest });
  },
};

const BELOW = { is: "below" };
const AWAY = { quiet: { ...NO_QUIET, vacation: { until: null } } };

type Row = {
  kind: keyof typeof KINDS;
  rest: Rest;
  value: number;
  unit: string | null;
  from: Severity | null;
  said: string;
  why?: string;
};

test.each(readLines<Row>(new URL("thresholds.jsonl", import.meta.url)))(
  "$kind $rest at $value $unit, from $from: $said",
  ({ kind, rest, value, unit, from, said, why }) => {
    const state = from === null ? NO_EPISODE : openState({ severity: from });
    const { findings } = KINDS[kind](rest)(state, post(T0, { value, unit }), T0);
    expect(notified(findings)).toEqual(said === "" ? [] : [said]);
    if (why !== undefined) expect(findings.map((each) => wireReason(each.why).text)).toEqual([why]);
  },
);

test.each<[keyof typeof KINDS, { value: number; unit: string | null }, string]>([
  ["freeze", percent(40), "The sensor doesn't measure a temperature"],
  ["humidity", F(40), "The sensor doesn't measure humidity"],
  ["freezer", percent(40), "The sensor doesn't measure a temperature"],
  ["rule", percent(40), "The sensor doesn't measure in °F"],
])("a %s of something else says so: %j", (kind, { value, unit }, why) => {
  const state = openState({ notified: notifiedAt(-24 * 60) });
  const judge = KINDS[kind]({ remindMs: 60 * MINUTE });
  const { findings } = judge(state, post(T0, { value, unit, occasion: "tick" }), T0);
  expect(findings.map((each) => wireReason(each.why).text)).toEqual([why]);
});

test.each<[object, number, number | undefined]>([
  [{ vacationWarning: F(45) }, 44, 45],
  [{ vacationWarning: F(39) }, 40, 40],
  [{ warning: null, vacationWarning: F(45) }, 44, 45],
  [{ vacationWarning: null }, 40, 40],
  [{ vacationWarning: F(45) }, 46, undefined],
])("on vacation the higher of the two warning limits holds: %j at %d °F", (rest, value, limit) => {
  const { findings } = KINDS.freeze({ ...rest })(NO_EPISODE, post(T0, { value, ...AWAY }), T0);
  expect(findings[0]?.limit?.value).toBe(limit);
});

test.each([
  [57, -28 / 1.8, ["worsened warning"]],
  [57.1, -28 / 1.8, []],
])("a temperature's rule notifies again after three further degrees: %d °F", (value, badness, said) => {
  const state = openState({ notified: notifiedAt(-60, { badness }) });
  const judge = KINDS.rule({ ...BELOW, cooldownMs: null });
  expect(notified(judge(state, post(T0, { value }), T0).findings)).toEqual(said);
});

test("a rule without a time between notices notifies once an episode", () => {
  const before = openState({ open: false, severity: null, notified: notifiedAt(0, { badness: 20 }) });
  const said = (cooldownMs: number | null) =>
    notified(KINDS.rule({ cooldownMs })(before, post(T0, { value: 61 }), T0).findings);
  expect(said(null)).toEqual(["opened warning"]);
  expect(said(60 * MINUTE)).toEqual(["[cooldown: opened warning]"]);
});
