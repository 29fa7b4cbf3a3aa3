import { describe, expect, test } from "vitest";
import { languageFor } from "../../../functions/_http/caller.ts";
import { agoText } from "../../../functions/pages/format/ago.ts";
import { tellerFor } from "../../../functions/pages/format/teller.tsx";
import enValued from "../../../lib/language/en/told.json" with { type: "json" };
import esValued from "../../../lib/language/es/told.json" with { type: "json" };
import { WORDS } from "../../../lib/language/pages.ts";
import { readPayload } from "../../../lib/readings/read-payload.ts";
import { LANGUAGES } from "../../../schema/vocabulary.ts";

/** `common.skip`: every place of a catalog that holds a text, and what it holds. */
const textsOf = (words: object, at = ""): [string, unknown][] =>
  Object.entries(words).flatMap(([key, value]): [string, unknown][] =>
    typeof value === "object" && value !== null ? textsOf(value, `${at}${key}.`) : [[`${at}${key}`, value]],
  );

/** Products are called the same everywhere. */
const PRODUCTS = ["Home Assistant"];

describe("the catalog", () => {
  test.each(LANGUAGES)(
    "has in %s every sentence of the first language, and none that is empty",
    (language) => {
      const texts = textsOf(WORDS[language]);
      expect(texts.map(([key]) => key)).toEqual(textsOf(WORDS.en).map(([key]) => key));
      expect(texts.filter(([, text]) => text === "").map(([key]) => key)).toEqual([]);
    },
  );

  test("puts the same values into a sentence in every language, and translates it", () => {
    const [english, spanish] = [enValued, esValued].map((texts) =>
      textsOf(texts).filter(([key]) => !/\.(zero|one)$/.test(key)),
    );
    const values = (text: unknown) => [...new Set(String(text).match(/\{\d\}/g))].toSorted();
    const valuesOf = (texts: typeof english) => texts?.map(([key, text]) => [key, values(text)]);
    expect(valuesOf(spanish)).toEqual(valuesOf(english));
    const same = english?.filter(
      ([key, text], index) =>
        !key.startsWith("pucks.") && /[a-z]{4}/.test(String(text)) && text === spanish?.[index]?.[1],
    );
    expect(same).toEqual([]);
  });

  test.each(LANGUAGES)("names in %s no setting that only an operator can make", (language) => {
    const named = textsOf(WORDS[language]).filter(([, text]) => /\b[A-Z]{3,}_[A-Z]{3,}/.test(String(text)));
    expect(named.map(([key]) => key)).toEqual([]);
  });

  test("has no sentence left in English", () => {
    const english = new Map(textsOf(WORDS.en));
    const same = textsOf(WORDS.es).filter(
      ([key, text]) =>
        typeof text === "string" &&
        /\s/.test(text) &&
        !key.startsWith("device.posts.") &&
        !PRODUCTS.includes(text) &&
        english.get(key) === text,
    );
    expect(same.map(([key]) => key)).toEqual([]);
  });
});

test.each([
  [undefined, "es-MX,en;q=0.8", "es"],
  [undefined, "en;q=0.8,es;q=0.9", "es"],
  [undefined, "fr-FR,fr;q=0.9", "en"],
  [undefined, "es;q=0", "en"],
  ["en", "es", "en"],
  ["xx", undefined, "en"],
])("the language chosen %s, asked %s: %s", (chosen, accepted, expected) => {
  expect(languageFor(chosen, accepted)).toBe(expected);
});

describe("a time", () => {
  const now = Date.parse("2026-11-20T10:00:00Z");
  test.each([
    [10_000, "now"],
    [50_000, "1 minute ago"],
    [2 * 60_000, "2 minutes ago"],
    [59.7 * 60_000, "1 hour ago"],
    [30 * 3_600_000, "30 hours ago"],
    [12 * 86_400_000, "12 days ago"],
  ])("%i ms ago is %s", (ms, text) => {
    expect(agoText(now - ms, now, "en")).toBe(text);
  });
});

describe("a value", () => {
  const teller = (language: "en" | "es", unit: "°F" | "°C") =>
    tellerFor({ language, unit, timeZone: "America/Chicago", now: new Date("2026-11-20T10:00:00Z") });
  test.each([
    ["en", "°F", 41.5, "°F", "41.5\u00a0°F"],
    ["es", "°C", 41.5, "°F", "5,3\u00a0°C"],
    ["en", "°C", 31.99, "°F", "0.0\u00a0°C"],
    ["en", "°F", 49.6, "%", "50%"],
    ["es", "°F", 49.6, "%", "50\u00a0%"],
    ["en", "°F", 0.125, "kWh", "0.13\u00a0kWh"],
    ["en", "°F", 7, null, "7"],
  ] as const)("%s %s: %d %s is %s", (language, wanted, value, unit, text) => {
    expect(teller(language, wanted).value(value, unit)).toBe(text);
  });

  test("is written in the home's time, and in UTC where the zone is unknown", () => {
    const at = new Date("2026-11-20T10:00:00Z");
    expect(teller("en", "°F").clock(at)).toMatch(/^4:00.AM$/);
    expect(tellerFor({ language: "en", unit: "°F", timeZone: "Mars/Olympus", now: at }).clock(at)).toMatch(
      /^10:00.AM$/,
    );
  });
});

test.each([
  [{ a: "x", b: "y", c: "z", d: "u", e: "v", f: "w" }, "No hay lecturas en a, b, c, d, e y 1 más"],
  [{ box: { note: "x" } }, "No hay lecturas en box"],
  [[{ note: "x" }], "No hay lecturas"],
  [{ temp1: -196.6 }, "La sonda de temp1 está desconectada"],
])("says in Spanish why %j was refused", (body, spanish) => {
  const outcome = readPayload(body, { now: new Date(0) });
  const told = WORDS.es.received.refusal(outcome.ok ? "" : (outcome.problem.sentence ?? ""));
  expect(told).toContain(spanish);
  expect(told).not.toMatch(/\b(?:the|saw|none|holds|with|more|Recipes)\b/);
});

test("says in Spanish what else a device was answered, or quotes it", () => {
  expect(WORDS.es.received.refusal("Invalid JSON at position 5")).toBe("JSON no válido en la posición 5");
  const quoted = "Respuesta: «Unsupported SenML version 99»";
  expect(WORDS.es.received.refusal("Unsupported SenML version 99")).toBe(quoted);
});
