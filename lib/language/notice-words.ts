import type { AlertKind, Block, ResponderAnswer, SensorFault, SensorKind } from "../../schema/vocabulary.ts";
import type { Hour, NoticeView } from "./notice-view.ts";

/** What a kind says: when it begins or gets worse, while it lasts, when it is over, and what to do about it. */
export type KindWords = {
  /** The kind in a list of counts: `2 freeze, 1 leak`. */
  noun: string;
  /** The kind in a sentence about an alert: `Crawlspace: freezing cold, critical`. */
  plight: string;
  bad: (view: NoticeView) => string;
  still: (view: NoticeView) => string;
  /** Words for getting worse, where it is more than "Worse:" before `bad`. */
  worse?: (view: NoticeView) => string;
  over: (view: NoticeView) => string;
  /** Where it comes and goes: one line for all of it, and what to do; null where the usual words do. */
  again?: (view: NoticeView) => { line: string; advice: string } | null;
  /** The question, where an answer may end it. */
  answered?: (view: NoticeView) => string;
  advice: (view: NoticeView) => string;
};

/** The other homes of a city: how many in a hundred are dark too; 0 for some, null for hardly any. */
export type DarkShare = number | null;

/** A language's words for all that goes out about alerts. */
export type NoticeWords = {
  kinds: Record<AlertKind, KindWords>;
  /** Stand where a name says nothing. */
  yourHome: string;
  yourCity: string;
  lessThanAMinute: string;
  isAt: (value: string) => string;
  holdsAt: (value: string) => string;
  wasAt: (value: string, hour: Hour) => string;
  /** `span` is null for an hour. */
  trend: (degrees: number, isDown: boolean, span: string | null) => string;
  /** Null for what has passed already, and for an end that says nothing. */
  freezes: (earliest: Hour | null, latest: { hour: Hour; isLikely: boolean } | null) => string;
  ahead: (time: string) => string;
  /** A headline for where every character counts. */
  shortened: (headline: string) => string;
  after: (span: string) => string;
  since: (hour: Hour) => string;
  worse: (bad: string) => string;
  /**
   * Before news that a step of an escalation tells again: nobody has it, or its reader had it for long enough. Before
   * worse news for whoever had it.
   */
  leads: Record<"unanswered" | "renewal" | "worse", (news: string) => string>;
  eased: (still: string) => string;
  distrusted: (where: string) => string;
  flapping: (where: string, openings: number) => string;
  notMonitored: (where: string) => string;
  misread: (where: string, sent: string, taken: string) => string;
  alwaysSoCold: (where: string) => string;
  askUnit: (where: string, value: string) => string;
  unitAdvice: string;
  askPlace: (where: string, value: string) => string;
  placeAdvice: string;
  distrustedAdvice: string;
  flappingAdvice: (advice: string) => string;
  cadence: { daily: string; digest: string };
  facts: {
    where: string;
    reading: string;
    failingSince: string;
    lastReading: string;
    feed: string;
    since: string;
    lasted: string;
    worst: string;
    why: string;
  };
  failing: (failure: string) => string;
  take: string;
  see: string;
  moreAlerts: (count: number) => string;
  moreLines: (count: number) => string;
  alerts: (count: number) => string;
  alertsAt: (alerts: string, home: string) => string;
  lastHours: (hours: number, low: string, high: string) => string;
  neighbours: (city: string, share: DarkShare) => string;
  /** Why a message is not sent on the channel that was chosen for it: a part of a sentence. */
  blocks: Record<Block, string>;
  byMail: (reason: string, wasCall: boolean) => string;
  test: { subject: string; text: (home: string) => string };
};

/** What somebody without an account is written, in one language. */
export type ResponderWords = {
  kinds: Record<AlertKind, string>;
  /** The subject of a call: what, and in whose home. */
  subject: (what: string, home: string) => string;
  /** Why they are called; `hours` is how long an acknowledgement holds. */
  reasons: Record<"nobody" | "worse" | "expired", (hours: number) => string>;
  more: (count: number) => string;
  since: (where: string, hour: Hour) => string;
  open: string;
  /** The question before anything else is ever sent. */
  ask: (by: string, home: string) => string;
  askMore: string;
  askOpen: string;
  /** What the members hear of somebody's answer. */
  answers: Record<ResponderAnswer, (who: string) => string>;
  about: (title: string, home: string) => string;
  see: string;
};

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
  coverage: {
    label: string;
    gaps: (count: number) => string;
  };
  dashboard: string;
  unsubscribe: string;
};
