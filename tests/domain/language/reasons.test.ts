import { describe, expect, test } from "vitest";
import { PLAIN_REASONS, plain, type Reason } from "../../../lib/alerts/reason.ts";
import { REASONS } from "../../../lib/language/languages.ts";
import { placementReasonText, reasonText } from "../../../lib/language/reason-text.ts";
import { sayIn } from "../../../lib/language/say.ts";
import type { PlacementReason } from "../../../lib/language/words.ts";
import { LANGUAGES } from "../../../schema/vocabulary.ts";

const F = (value: number) => ({ value, unit: "°F" });
const PERCENT = (value: number) => ({ value, unit: "%" });

/** Each with what a reader in °C must find in its sentence. */
const VALUED: [Reason, string[]][] = [
  [
    { code: "limit", values: { value: F(41), how: "at_or_below", name: "warning", limit: F(50) } },
    ["5 °C", "10 °C"],
  ],
  [{ code: "limit", values: { value: F(14), how: "above", name: null, limit: F(5) } }, ["-10 °C", "-15 °C"]],
  [
    { code: "limit", values: { value: PERCENT(57), how: "inside", name: "high", limit: PERCENT(60) } },
    ["57", "60"],
  ],
  [{ code: "no_limit", values: { value: F(41) } }, ["5 °C"]],
  [{ code: "forecast_low", values: { value: F(23), how: "above", limit: F(14) } }, ["-5 °C", "-10 °C"]],
  [{ code: "rule", values: { value: F(41), how: "below", is: false, limit: F(32) } }, ["5 °C", "0 °C"]],
  [{ code: "rule", values: { value: F(41), how: "equals", is: true, limit: F(41) } }, ["5 °C"]],
  [{ code: "other_unit", values: { unit: "ppm" } }, ["ppm"]],
  [{ code: "silent", values: { minutes: 62, allowed: 45 } }, ["62", "45"]],
  [{ code: "cooling", values: { hours: 12, basis: "fitted" } }, ["12 h", "0 °C"]],
  [{ code: "rooms_cold", values: { rooms: 1, value: F(50) } }, ["10 °C"]],
  [{ code: "rooms_cold", values: { rooms: 3, value: F(50) } }, ["3", "10 °C"]],
  [
    { code: "rooms_colder_than_usual", values: { rooms: 2, value: F(50), usual: F(59) } },
    ["2", "10 °C", "15 °C"],
  ],
  [{ code: "devices_offline", values: { devices: 7 } }, ["7"]],
];

const PLACED: [PlacementReason, string[]][] = [
  [{ code: "called", values: { name: "Garage" } }, ["Garage"]],
  [{ code: "called_and_cold", values: { name: "Freezer" } }, ["Freezer"]],
  [{ code: "freezer_cold", values: {} }, []],
  [{ code: "fridge_cold", values: {} }, []],
  [{ code: "cold_nights", values: {} }, []],
  [{ code: "never_warm", values: {} }, []],
  [{ code: "names_no_place", values: { name: "Zorp" } }, ["Zorp"]],
];

describe.each(LANGUAGES)("a reason in %s", (language) => {
  const say = sayIn({ language, temperatureUnit: "°C", timeZone: "Europe/Madrid" });
  const said = (reason: Reason) => reasonText(reason, REASONS[language], say);

  test.each(VALUED)("has all its values, in the reader's unit: %j", (reason, parts) => {
    for (const part of parts) expect(said(reason)).toContain(part);
    expect(said(reason)).not.toContain("°F");
  });

  test.each(PLACED)("names what a guessed place rests on: %j", (reason, parts) => {
    const sentence = placementReasonText(reason, REASONS[language]);
    expect(sentence).not.toBe("");
    for (const part of parts) expect(sentence).toContain(part);
  });

  test("differs for every code", () => {
    const sentences = [...PLAIN_REASONS.map(plain), ...VALUED.map(([reason]) => reason)].map(said);
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(sentences.filter((sentence) => sentence.trim() === "")).toEqual([]);
  });
});

test("every language has its own sentence for every reason", () => {
  const say = sayIn({ language: "en", temperatureUnit: "°C", timeZone: "UTC" });
  for (const reason of [...PLAIN_REASONS.map(plain), ...VALUED.map(([valued]) => valued)]) {
    const sentences = LANGUAGES.map((language) => reasonText(reason, REASONS[language], say));
    expect(new Set(sentences).size).toBe(LANGUAGES.length);
  }
});

test("numbers have the decimal sign of the language, and keep a value apart from its limit", () => {
  const reason: Reason = {
    code: "limit",
    values: { value: F(35.04), how: "above", name: "critical", limit: F(35) },
  };
  const spoken = LANGUAGES.map((language) =>
    reasonText(
      reason,
      REASONS[language],
      sayIn({ language, temperatureUnit: "°F", timeZone: "America/New_York" }),
    ),
  );
  expect(spoken).toEqual([
    "35.04 °F is above the critical limit of 35 °F",
    "35,04 °F supera el límite crítico (35 °F)",
  ]);
});
