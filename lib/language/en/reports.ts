import type { ReportKind, SensorFault, SensorKind } from "../../../schema/vocabulary.ts";
import { capital } from "../../kernel/text.ts";

const PERIODS = { weekly: "week", monthly: "month", quarterly: "quarter" } as const;

/** `1 alert`, `2 alerts`, `no alerts`. */
const counted = (count: number, one: string): string =>
  count === 0 ? `no ${one}s` : `${count} ${one}${count === 1 ? "" : "s"}`;

/** A language's words for the reports. What is passed is said already: values, spans, times and names. */
export const EN_REPORTS = {
  quiet: { weekly: "a quiet week", monthly: "a quiet month", quarterly: "a quiet quarter" },
  quietSentence: {
    weekly: "A quiet week: no alerts, no outages.",
    monthly: "A quiet month: no alerts, no outages.",
    quarterly: "A quiet quarter: no alerts, no outages.",
  },
  noReadings: {
    weekly: "no readings this week",
    monthly: "no readings this month",
    quarterly: "no readings this quarter",
  },
  noReadingsSentence: {
    weekly: "No readings arrived this week.",
    monthly: "No readings arrived this month.",
    quarterly: "No readings arrived this quarter.",
  },
  before: (period: ReportKind, total: string) => `the ${PERIODS[period]} before: ${total}`,
  alerts: (count: number) => counted(count, "alert"),
  /** `kinds`: `2 freeze, 1 leak`; empty for none. */
  counts: (alerts: number, kinds: string, outages: number) =>
    capital(
      `${counted(alerts, "alert")}${kinds === "" ? "" : ` (${kinds})`} and ${counted(outages, "outage")}.`,
    ),
  coldest: (space: string, value: string, moment: string) => `Coldest: ${space}, ${value}, ${moment}.`,
  coldestShort: (value: string) => `coldest ${value}`,
  battery: (device: string, state: string) => `Battery of ${device}: ${state}.`,
  daysLeft: (days: number) =>
    days === 0 ? "less than a day left" : `about ${days} ${days === 1 ? "day" : "days"} left`,
  underAMinute: "under a minute",
  faults: { unplugged: "may be unplugged", stuck: "may be stuck" } satisfies Record<SensorFault, string>,
  unitNotConfirmed: "unit not confirmed",
  nothing: "no readings",
  /** What a state is while it is on. */
  on: { door: "open", flood: "wet", motion: "motion" } as Partial<Record<SensorKind, string>>,
  isOn: "on",
  inShare: (state: string, share: string) => `${state} in ${share} of the readings`,
  below: (value: string, span: string) => `below ${value} for ${span}`,
  inAll: (span: string) => `${span} in all`,
  none: "none",
  andMore: (count: number) => `and ${count} more`,
  more: "And more",
  moreLines: (count: number) => `${count} more on the dashboard`,
  stillOpen: "still open",
  stillOffline: "still offline",
  labels: {
    glance: "At a glance",
    alerts: "Alerts",
    outages: "Outages",
    sensors: "Sensors",
    sensorProblems: "Sensor problems",
    coldestSpace: "Coldest space",
    lowestBattery: "Lowest battery",
    forecastLow: "Forecast low",
    low: "low",
    average: "average",
    high: "high",
  },
  coverage: {
    label: "Coverage",
    gaps: (count: number) => (count === 0 ? "no gaps" : count === 1 ? "1 gap" : `${count} gaps`),
  },
  dashboard: "More on the dashboard",
  unsubscribe: "Unsubscribe from this report",
};
export type ReportWords = typeof EN_REPORTS;
