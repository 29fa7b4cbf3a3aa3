import { describe, expect, test } from "vitest";
import { REPORTS } from "../../../lib/language/sent.ts";
import type { DigestFacts } from "../../../lib/reports/gather.ts";
import { writeDigest } from "../../../lib/reports/report-mail.ts";
import { LANGUAGES, type Language } from "../../../schema/vocabulary.ts";
import { adasWeek } from "../reports/facts-of-a-week.ts";

const written = (language: Language, rest: Partial<DigestFacts> = {}) =>
  writeDigest({ ...adasWeek, language, home: { ...adasWeek.home, temperatureUnit: "°C" }, ...rest });

describe.each(LANGUAGES)("a report in %s", (language) => {
  test("has every temperature in its reader's unit", () => {
    const { subject, text, html } = written(language);
    expect(text).toContain("°C");
    expect([subject, text, html].join("\n")).not.toMatch(/°F|undefined|null|NaN/);
  });

  test.each(["weekly", "monthly", "quarterly"] as const)("of a quiet %s time says so", (kind) => {
    const { subject, text } = written(language, { kind, alerts: [], outages: [] });
    const { quiet, quietSentence } = REPORTS[language];
    expect(subject.toLowerCase()).toContain(quiet[kind]);
    expect(text).toContain(quietSentence[kind]);
  });

  test("names its language to mail programs", () => {
    expect(written(language).html).toContain(`<html lang="${language}">`);
  });
});

test("a Spanish report has no line that an English one has, but for names and numbers", () => {
  const linesOf = (language: Language) =>
    written(language)
      .text.split("\n")
      .map((line) => line.replace(/https?:\S+/g, ""))
      .filter((line) => /[a-z]{4}/.test(line));
  const english = new Set(linesOf("en"));
  expect(linesOf("es").filter((line) => english.has(line))).toEqual([]);
});
