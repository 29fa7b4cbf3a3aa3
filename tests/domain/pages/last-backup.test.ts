import { expect, test } from "vitest";
import { tellerFor } from "../../../functions/pages/format/teller.ts";
import { LastBackup } from "../../../functions/pages/status.tsx";
import { WORDS } from "../../../lib/language/pages.ts";

const now = new Date("2026-11-22T12:00:00Z");
const shown = (language: "en" | "es", made: { at: Date; bytes: number } | null) => {
  const teller = tellerFor({ language, unit: "°F", timeZone: "UTC", now });
  return String(LastBackup({ made, words: WORDS[language].service, teller })).replaceAll(/<[^>]+>/g, "");
};

test("the last backup is shown with its age and its size in whole megabytes", () => {
  const made = { at: new Date("2026-11-22T09:00:00Z"), bytes: 86_100_000 };
  expect(shown("en", made)).toContain("3 hours ago, 87 MB");
  expect(shown("es", { ...made, bytes: 12_345_600_000 })).toMatch(/12[.\u00a0]346 MB/);
});

test("where none was made yet, that is said", () => {
  expect(shown("en", null)).toContain(WORDS.en.service.noBackup);
});
