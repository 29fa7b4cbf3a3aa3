import { describe, expect, test } from "vitest";
import { REASONS } from "../../../lib/language/languages.ts";
import { PLAIN_REASONS, plain, type Reason } from "../../../lib/language/reason.ts";
import { placementReasonText, reasonText } from "../../../lib/language/reason-text.ts";
import { sayIn } from "../../../lib/language/say.ts";
import type { PlacementReason } from "../../../lib/language/words.ts";
import { LANGUAGES } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";

const F = (value: number) => ({ value, unit: "°F" });

/** Each reason with the texts that its sentence must contain for a reader in °C. */
const VALUED: [Reason, string[]][] = readLines(new URL("reasons.jsonl", import.meta.url));

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
