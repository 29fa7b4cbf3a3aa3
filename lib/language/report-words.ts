import type { SensorFault, SensorKind } from "../../schema/vocabulary.ts";

/** The periods that are reported. */
type ReportPeriod = "weekly" | "monthly" | "quarterly";

/** A language's words for the reports. What is passed is said already: values, spans, times and names. */
export type ReportWords = {
  quiet: Record<ReportPeriod, string>;
  quietSentence: Record<ReportPeriod, string>;
  noReadings: Record<ReportPeriod, string>;
  noReadingsSentence: Record<ReportPeriod, string>;
  before: (period: ReportPeriod, total: string) => string;
  alerts: (count: number) => string;
  /** `kinds`: `2 freeze, 1 leak`; empty for none. */
  counts: (alerts: number, kinds: string, outages: number) => string;
  coldest: (space: string, value: string, moment: string) => string;
  coldestShort: (value: string) => string;
  battery: (device: string, state: string) => string;
  daysLeft: (days: number) => string;
  underAMinute: string;
  faults: Record<SensorFault, string>;
  unitNotConfirmed: string;
  nothing: string;
  /** What a state is while it is on. */
  on: Partial<Record<SensorKind, string>>;
  isOn: string;
  inShare: (state: string, share: string) => string;
  below: (value: string, span: string) => string;
  inAll: (span: string) => string;
  none: string;
  andMore: (count: number) => string;
  more: string;
  moreLines: (count: number) => string;
  leftOut: (count: number) => string;
  stillOpen: string;
  stillOffline: string;
  labels: {
    glance: string;
    alerts: string;
    outages: string;
    sensors: string;
    sensorProblems: string;
    coldestSpace: string;
    lowestBattery: string;
    forecastLow: string;
    low: string;
    average: string;
    high: string;
  };
  city: {
    label: (city: string) => string;
    homes: (count: number) => string;
    withoutPower: (homes: string) => string;
    withoutHeating: (homes: string) => string;
    upTo: (homes: number) => string;
    coldestRoom: (value: string) => string;
  };
  coverage: {
    label: string;
    gaps: (count: number) => string;
    drill: (moment: string) => string;
    noDrill: string;
  };
  dashboard: string;
  unsubscribe: string;
};
