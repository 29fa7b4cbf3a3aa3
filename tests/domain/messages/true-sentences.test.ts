import fc from "fast-check";
import { expect, test } from "vitest";
import { RULE_DEFAULTS } from "../../../lib/alerts/settings.ts";
import { ALERT_DEFAULTS } from "../../../lib/devices/alert-settings.ts";
import { plain } from "../../../lib/language/reason.ts";
import { gsmUnits } from "../../../lib/language/sms-text.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import { ALERT_KINDS, LANGUAGES, type Language, TRANSITIONS } from "../../../schema/vocabulary.ts";
import { freeze, input, URL } from "./notice-fixtures.ts";

const T0 = Date.UTC(2027, 0, 16, 12, 0);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const CABIN = { name: "Cabin", timeZone: "UTC" };

const SENTENCES = 400;
const KINDS = ["freeze", "heating_stopped", "time_to_freeze"] as const;

/** Random facts of a frost alert and its reader. */
const facts = fc.record({
  kind: fc.constantFrom(...KINDS),
  transition: fc.constantFrom("opened", "worsened", "eased", "reminded", "closed"),
  severity: fc.constantFrom("warning", "critical"),
  celsius: fc.integer({ min: -250, max: 250 }).map((tenths) => tenths / 10),
  ageMinutes: fc.integer({ min: 0, max: 30 * 60 }),
  low: fc.integer({ min: 0, max: 480 }).map((minutes) => minutes / 10),
  wide: fc.integer({ min: 0, max: 1_000 }).map((minutes) => minutes / 10),
  unit: fc.constantFrom("°F", "°C"),
  isNamed: fc.boolean(),
} as const);

type Facts = typeof facts extends fc.Arbitrary<infer F> ? F : never;

function said(
  { kind, transition, severity, celsius, ageMinutes, low, wide, unit, isNamed }: Facts,
  language: Language = "en",
) {
  const isHours = kind === "time_to_freeze";
  const isOver = transition === "closed";
  const finding = freeze({
    ...{ kind, transition, severity, limit: null, why: plain("probe_fault"), peak: null },
    settings: ALERT_DEFAULTS[kind],
    evidence: {
      ...{ sensorId: "sen_1", deviceId: "dev_1", at: T0 - ageMinutes * MINUTE },
      ...(isHours ? { value: low + wide / 2, unit: "h" } : { value: celsius, unit: "°C" }),
      more: { celsius, hours_low: low, hours_high: low + wide },
    },
    ...{ at: T0, openedAt: T0 - HOUR, closedAt: isOver ? T0 : null, reason: isOver ? "recovered" : null },
  });
  const names = { sensor: "temperature", device: isNamed ? "Hall" : null, space: null };
  const reader = { language, temperatureUnit: unit };
  return renderNotice(input(finding, { household: CABIN, reader, names })).subject;
}

/** Returns the clock times without a weekday in a text, as hours after that day's noon. */
const clocks = (text: string): number[] =>
  [
    ...text.matchAll(
      /(?<!(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat) |was at [-\d.]+ °[CF] at )\b(\d{1,2}):(\d\d) (AM|PM)/g,
    ),
  ].map(([, hour = "", minute = "", half]) => {
    const hours = (Number(hour) % 12) + (half === "PM" ? 12 : 0) + Number(minute) / 60;
    return hours < 12 ? hours + 12 : hours - 12;
  });

/** Written once, and checked by every test. */
const SAID = fc.sample(facts, SENTENCES).map((given) => ({ given, text: said(given) }));

const everySentence = (holds: (facts: Facts, text: string) => boolean) =>
  expect(SAID.filter(({ given, text }) => !holds(given, text))).toEqual([]);

test("a predicted hour lies ahead, and its range is no wider than a day", () => {
  everySentence(({ ageMinutes, low, wide }, text) => {
    const [early, late] = clocks(text);
    const ahead = low - ageMinutes / 60;
    if (text.includes("as early as") && ahead <= 0) return false;
    if (early !== undefined && text.includes("as early as") && Math.abs(early - ahead) > 0.05) return false;
    return late === undefined || wide <= 24 * 2;
  });
});

test("in Spanish a predicted hour lies ahead, and an old reading is in the past tense", () => {
  const wrong = SAID.map(({ given }) => ({ given, text: said(given, "es") })).filter(
    ({ given: { ageMinutes, low }, text }) =>
      (text.includes("a partir de") && low - ageMinutes / 60 <= 0) ||
      (ageMinutes > 20 && / (está|se mantiene) a /.test(text)),
  );
  expect(wrong).toEqual([]);
});

test("a sensor that is called by its key is named with its device or its home", () => {
  everySentence(({ isNamed, kind }, text) =>
    kind === "heating_stopped" ? true : !isNamed || text.includes("Hall, temperature"),
  );
});

test("what is frozen doesn't hold, and what is as cold as a room's warning isn't warm again", () => {
  everySentence(({ celsius }, text) => celsius > 0 || !text.includes("holding"));
  everySentence(({ celsius }, text) => celsius > 40 / 9 || !text.includes("Warm again"));
});

/** Random facts of an alert of any kind, in any language. */
const anyFacts = fc.record({
  kind: fc.constantFrom(...ALERT_KINDS),
  transition: fc.constantFrom(...TRANSITIONS),
  severity: fc.constantFrom("warning", "critical"),
  celsius: fc.integer({ min: -250, max: 250 }).map((tenths) => tenths / 10),
  percent: fc.integer({ min: 30, max: 99 }),
  minutes: fc.integer({ min: 46, max: 30 * 60 }),
  /** The earliest time, from now, at which a room may freeze. */
  freezesIn: fc.integer({ min: -600, max: 3_000 }),
  unit: fc.constantFrom("°F", "°C"),
  language: fc.constantFrom(...LANGUAGES),
} as const);

type AnyFacts = typeof anyFacts extends fc.Arbitrary<infer F> ? F : never;

/** Returns the evidence that an alert of this kind would have. */
function measuredBy({ kind, celsius, percent, minutes, freezesIn }: AnyFacts) {
  const at = T0 - minutes * MINUTE;
  const cause = "power_or_internet";
  const others = { freeze: 0, forecast: 0, rule: 0, cold_storage: 0, heating_stopped: 0 };
  if (kind in others) return { value: celsius, unit: "°C", at, more: { hours_low: 4, hours_high: 8 } };
  if (kind === "humidity") return { value: percent, unit: "%", at };
  if (kind === "outage") return { value: minutes, unit: "min", at };
  if (kind === "incident")
    return {
      value: minutes,
      unit: "min",
      at,
      more: { cause, devices: 3, not_before: T0 + freezesIn * MINUTE },
    };
  if (kind === "time_to_freeze")
    return { value: 5, unit: "h", at, more: { celsius, hours_low: 3, hours_high: 9 } };
  return { value: 1, unit: null, at, more: { fault: "stuck", damp_spells: 4 } };
}

function noticeOf(given: AnyFacts) {
  const { kind, transition, severity, unit, language } = given;
  const evidence = { sensorId: "sen_1", deviceId: "dev_1", ...measuredBy(given) };
  const rule = {
    name: "Wine",
    is: "below",
    limit: { value: 10, unit: "°C" },
    hysteresis: { value: 1, unit: "°C" },
  };
  const isOver = transition === "closed";
  const finding = freeze({
    ...{ kind, transition, severity, evidence, peak: evidence, limit: null, why: plain("probe_fault") },
    settings: kind === "rule" ? { ...RULE_DEFAULTS, ...rule, is: "below" } : ALERT_DEFAULTS[kind],
    ...{ at: T0, openedAt: evidence.at, closedAt: isOver ? T0 : null },
    ...{ reason: isOver ? "recovered" : null, openings: 11 },
  });
  return renderNotice(
    input(finding, {
      ...{ household: CABIN, reader: { language, temperatureUnit: unit } },
      names: { sensor: "Probe", device: "Hall", space: null },
    }),
  );
}

/** Enough samples for a dozen of each kind and transition. */
const WHOLE = fc.sample(anyFacts, 2 * SENTENCES).map((given) => {
  const notice = noticeOf(given);
  const { subject, text, sms, pushTitle, pushBody } = notice;
  return { given, notice, text: [subject, text, sms, pushTitle, pushBody].join("\n") };
});
const wholeNotice = (holds: (facts: AnyFacts, text: string) => boolean) =>
  expect(WHOLE.filter(({ given, text }) => !holds(given, text)).slice(0, 3)).toEqual([]);

test("no kind has a figure in another unit than the reader's, or one that is missing", () => {
  wholeNotice(({ unit }, text) => !text.includes(unit === "°F" ? "°C" : "°F"));
  wholeNotice((_, text) => !/undefined|null|NaN|Infinity|\[object|\b[a-z]+_[a-z]+\b/.test(text));
});

test("a notice is one text message with its link, names its language, and reads differently in each", () => {
  const wrong = WHOLE.filter(({ given, notice: { sms, html, subject } }) => {
    const elsewhere = LANGUAGES.filter((language) => language !== given.language);
    return (
      (gsmUnits(sms) ?? sms.length) > 160 ||
      !sms.endsWith(URL) ||
      !html.includes(`<html lang="${given.language}">`) ||
      elsewhere.some((language) => noticeOf({ ...given, language }).subject === subject)
    );
  });
  expect(wrong.slice(0, 3)).toEqual([]);
});

test("no older reading is in the present tense", () => {
  const measures: readonly string[] = ["freeze", "humidity", "cold_storage", "time_to_freeze", "rule"];
  wholeNotice(
    ({ kind }, text) =>
      !measures.includes(kind) || !/ (is( holding)? at|está a|se mantiene a) [-\d]/.test(text),
  );
  expect(WHOLE.some(({ text }) => / was at [-\d]/.test(text))).toBe(true);
});

test("in no language may freeze what is frozen", () => {
  wholeNotice(({ celsius }, text) => celsius > 0 || !/may freeze|pueden? helarse/.test(text));
  expect(WHOLE.some(({ text }) => / puede helarse/.test(text))).toBe(true);
});

test("a beginning half a day ago or longer has its weekday", () => {
  wholeNotice(
    ({ minutes, kind }, text) =>
      minutes < 12 * 60 ||
      kind === "incident" ||
      !/ since \d+:\d\d [AP]M| desde las? \d+:\d\d(?! del|\.\.\.)/.test(text),
  );
  expect(WHOLE.some(({ text }) => / since \w{3} \d/.test(text))).toBe(true);
});

test("a silent home never may freeze at an hour that has passed", () => {
  const ofSilence = WHOLE.filter(({ given }) => given.kind === "incident" && given.language === "en");
  const foretells = ({ text }: { text: string }) => /may be at 32 °F from|may be at 0 °C from/.test(text);
  expect(ofSilence.filter(foretells).filter(({ given }) => given.freezesIn <= 0)).toEqual([]);
  expect(ofSilence.some(foretells)).toBe(true);
});

test("humidity has the measured value, in every form", () => {
  wholeNotice(
    ({ kind, percent, transition }, text) =>
      kind !== "humidity" || transition === "flapping" || text.includes(String(percent)),
  );
});

test("reports water as dry only at its end", () => {
  wholeNotice(
    ({ kind, language, transition }, text) =>
      kind !== "leak" || language !== "en" || (transition === "closed") === /\bdry\b/i.test(text),
  );
});
