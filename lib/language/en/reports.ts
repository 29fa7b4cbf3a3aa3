import type { ReportKind } from "../../../schema/vocabulary.ts";
import { capital } from "../../kernel/text.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import texts from "./reports.json" with { type: "json" };

const PERIODS = { weekly: "week", monthly: "month", quarterly: "quarter" } as const;

/** `1 alert`, `2 alerts`, `no alerts`. */
const counted = (count: number, one: string): string =>
  count === 0 ? `no ${one}s` : `${count} ${one}${count === 1 ? "" : "s"}`;

/** A language's words for the reports. What is passed is said already: values, spans, times and names. */
export const EN_REPORTS = /* @__PURE__ */ withTexts(withTexts(texts.reports, toldBy(texts.told.reports)), {
  before: (period: ReportKind, total: string) => `the ${PERIODS[period]} before: ${total}`,
  alerts: (count: number) => counted(count, "alert"),
  /** `kinds`: `2 freeze, 1 leak`; empty for none. */
  counts: (alerts: number, kinds: string, outages: number) =>
    capital(
      `${counted(alerts, "alert")}${kinds === "" ? "" : ` (${kinds})`} and ${counted(outages, "outage")}.`,
    ),
  daysLeft: (days: number) =>
    days === 0 ? "less than a day left" : `about ${days} ${days === 1 ? "day" : "days"} left`,
});
export type ReportWords = typeof EN_REPORTS;
