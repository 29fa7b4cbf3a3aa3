import { expect, test } from "vitest";
import { wantsReport, withoutReport } from "../../../lib/reports/wanted.ts";

test("who has chosen nothing gets the weekly digest alone", () => {
  expect(wantsReport("weekly", {})).toBe(true);
  expect(wantsReport("monthly", {})).toBe(false);
  expect(wantsReport("quarterly", {})).toBe(false);
});

test("a choice counts for its own report", () => {
  const choices = { weeklyDigest: false, monthlyReport: true, quarterlyReport: true };
  expect(wantsReport("weekly", choices)).toBe(false);
  expect(wantsReport("monthly", choices)).toBe(true);
  expect(wantsReport("quarterly", choices)).toBe(true);
  expect(wantsReport("quarterly", { monthlyReport: true })).toBe(false);
});

test("who has had enough of one report gets no more of it", () => {
  expect(withoutReport("weekly")).toEqual({ weeklyDigest: false });
  expect(withoutReport("monthly")).toEqual({ monthlyReport: false });
  expect(withoutReport("quarterly")).toEqual({ quarterlyReport: false });
});
