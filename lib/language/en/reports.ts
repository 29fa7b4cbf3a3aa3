import { capital } from "../../kernel/text.ts";
import type { ReportWords } from "../notice-words.ts";

const PERIODS = { weekly: "week", monthly: "month", quarterly: "quarter" } as const;

/** `1 alert`, `2 alerts`, `no alerts`. */
const counted = (count: number, one: string): string =>
  count === 0 ? `no ${one}s` : `${count} ${one}${count === 1 ? "" : "s"}`;

export const EN_REPORTS: ReportWords = {
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
  before: (period, total) => `the ${PERIODS[period]} before: ${total}`,
  alerts: (count) => counted(count, "alert"),
  counts: (alerts, kinds, outages) =>
    capital(
      `${counted(alerts, "alert")}${kinds === "" ? "" : ` (${kinds})`} and ${counted(outages, "outage")}.`,
    ),
  coldest: (space, value, moment) => `Coldest: ${space}, ${value}, ${moment}.`,
  coldestShort: (value) => `coldest ${value}`,
  battery: (device, state) => `Battery of ${device}: ${state}.`,
  daysLeft: (days) =>
    days === 0 ? "less than a day left" : `about ${days} ${days === 1 ? "day" : "days"} left`,
  underAMinute: "under a minute",
  faults: { unplugged: "may be unplugged", stuck: "may be stuck" },
  unitNotConfirmed: "unit not confirmed",
  nothing: "no readings",
  on: { door: "open", flood: "wet", motion: "motion" },
  isOn: "on",
  inShare: (state, share) => `${state} in ${share} of the readings`,
  below: (value, span) => `below ${value} for ${span}`,
  inAll: (span) => `${span} in all`,
  none: "none",
  andMore: (count) => `and ${count} more`,
  more: "And more",
  moreLines: (count) => `${count} more on the dashboard`,
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
    gaps: (count) => (count === 0 ? "no gaps" : count === 1 ? "1 gap" : `${count} gaps`),
  },
  dashboard: "More on the dashboard",
  unsubscribe: "Unsubscribe from this report",
};
