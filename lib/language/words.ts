import {
  CALLED_CHANNELS,
  type CalledChannel,
  type Role,
  type SensorKind,
  type StatusComponent,
  type StatusNewsKind,
} from "../../schema/vocabulary.ts";
import type { AlertNews } from "../../schema/wire/events.ts";
import type { PlainReason, ReasonCode, ReasonValues } from "../alerts/reason.ts";
import type { PlacementReasonValues } from "../devices/placement/placement.ts";
import type { FeedRefusal } from "../kernel/judge-url.ts";
import type { LifecycleEmail, WayIn } from "../messages/mail/lifecycle-email.ts";
import type { Say } from "./say.ts";

/** What somebody is told who texts us back. */
export type TextWords = {
  taken: (title: string) => string;
  nothing: string;
  forbidden: string;
  help: string;
  other: string;
};

/** A language's words for the bot of Telegram. */
export type TelegramWords = { taken: string; over: string; connected: string; unknown: string };

/** A language's words for a voice. */
export type CallWords = {
  /** As Twilio names its voices. */
  voice: string;
  fahrenheit: string;
  celsius: string;
  percent: string;
  news: (home: string, first: AlertNews, more: number) => string;
  press: string;
  link: string;
  taken: string;
  over: string;
  code: (digits: string) => string;
  bye: string;
};

/** What pages call a channel that is called. */
export type CalledNames = {
  name: string;
  /** Where an address of it is asked for, with what that is. */
  asked: string;
};

/** One of these texts of each channel. */
export const calledTexts = (
  channels: Record<CalledChannel, CalledNames>,
  text: keyof CalledNames,
): Record<CalledChannel, string> =>
  Object.fromEntries(CALLED_CHANNELS.map((channel) => [channel, channels[channel][text]])) as Record<
    CalledChannel,
    string
  >;

/** A language's sentences for why the address of a channel is refused. */
export type AddressWords = {
  /** What begins the sentence of a refusal, "The ntfy address", and what ends it where it is none of this channel's. */
  channels: Record<CalledChannel, { address: string; must: string }>;
  webhookUrl: string;
  called: (subject: string, reason: FeedRefusal) => string;
  hostNotPublic: string;
  email: string;
  /** Of a phone number. */
  countryCode: string;
  kindNotServed: string;
  onlyPrefixes: (prefixes: readonly string[]) => string;
};

type Mail = { subject: string; title: string; paragraphs: readonly string[] };

type Acting = Mail & { button: string; footer: string };

/** A language's words for what is written about accounts and homes. Times are UTC, as they are given. */
export type MailWords = {
  /** Stand where a name says nothing. */
  yourHome: string;
  aHome: string;
  anAlert: string;
  accountDeleted: (when: string) => Mail;
  homeDeleted: (home: string, by: string, when: string) => Mail;
  code: (code: string, minutes: number) => { subject: string; text: string };
  handOver: (alert: string, home: string, by: string) => Acting;
  invitation: (home: string, by: string, role: Role, days: number) => Acting & { decline: string };
  signIn: (code: string, minutes: number) => Acting;
  openHome: string;
  waysIn: Record<WayIn, { subject: string; what: string }>;
  wayInDone: (when: string) => string;
  wayInThen: string;
};

/** Apart from the others, which more functions write. */
export type OnboardingWords = Record<LifecycleEmail, (home: string) => { subject: string; text: string }>;

/** What a page of a mail's link says: looking at one changes nothing, its buttons act. */
type LinkPage = { title: string; text: string; button: string };

type LinkDone = { title: string; text: string };

/** A language's words for the pages that the links in mails lead to. */
export type LinkPageWords = {
  /** The link is unknown, or no longer valid. */
  gone: LinkDone;
  confirmStatus: LinkPage & { done: LinkDone };
  unsubscribeStatus: LinkPage & { done: LinkDone };
  unsubscribeReport: LinkPage & { done: LinkDone };
  declineInvitation: LinkPage & { everybody: string; done: LinkDone };
};

/** A language's words for the mail that asks whether its reader wants news of the service. */
export type StatusConfirmWords = (hours: number) => {
  subject: string;
  title: string;
  paragraphs: readonly string[];
  button: string;
  notYou: string;
  forget: string;
};

/** A language's words around what is said of an incident. */
export type StatusNewsWords = {
  beginnings: Record<StatusNewsKind, string>;
  components: Record<StatusComponent, string>;
  affected: string;
  began: string;
  ended: string;
  asOf: string;
  button: string;
  footer: string;
  unsubscribe: string;
};

/** What is written about one fault: its name, and what is known of it. */
export type Fault = { title: string; reason: string };

/** A language's words around each mail to operators about their installation. Times come as texts. */
export type OperatorWords = {
  since: (time: string) => string;
  recovered: (subject: string, minutes: number) => { title: string; line: string };
  reported: (time: string) => string;
};

/** Its words for them about clocks. */
export type ClockWords = {
  clockSilent: (job: string, last: string) => Fault;
  instanceClock: (seconds: number, isAhead: boolean) => Fault;
};

/** Its words for them about what else can fail. */
export type FaultWords = {
  jobFails: (job: string, tick: string, error: string) => Fault;
  diskFull: (freeMegabytes: number, totalMegabytes: number) => Fault;
  /** `why` is a sentence, or null if only the log may name it. */
  backupFails: (why: string | null) => Fault;
};

/** Its words for them about the money for messages, and how many a day may have. */
export type SpendingWords = {
  balance: (left: string, isEmpty: boolean) => Fault;
  balanceThen: string;
  caps: Record<"sms" | "call" | "newcomer_mail", { what: string; after: string }>;
  capUsed: (used: number, max: number, what: string, day: string) => string;
  capThen: (after: string, isUsedUp: boolean) => string;
  capMore: (variable: string) => string;
};

/** Kinds of which too much spoils the air. */
export type AirKind = Extract<SensorKind, "co2" | "pm25" | "voc" | "humidity">;

/** A language's words for why a bay feels as it does. Lists of names and temperatures come as texts. */
export type MoodWords = {
  /** A list of names, `more` of which are left out. */
  list: (names: readonly string[], more: number) => string;
  water: (where: string) => string;
  offline: (devices: string, count: number) => string;
  unplugged: (sensors: string) => string;
  noReadings: string;
  air: Record<AirKind, (where: string) => string>;
  hot: (temperature: string) => string;
  intruders: (sensors: string) => string;
  cold: (temperature: string) => string;
  away: string;
  night: string;
  warmEvening: (temperature: string) => string;
  well: string;
  setByHand: string;
  /** An alarm, before the mood that somebody has set. */
  breaksThrough: (reason: string) => string;
};

/** A language's sentences for why something was decided: one for each code. */
export type ReasonWords = {
  plain: Record<PlainReason, string>;
  valued: { [C in Exclude<ReasonCode, PlainReason>]: (values: ReasonValues[C], say: Say) => string };
  placed: { [C in keyof PlacementReasonValues]: (values: PlacementReasonValues[C]) => string };
};
