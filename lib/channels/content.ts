import type { Language, Receipt, Severity, Transition } from "../../schema/vocabulary.ts";
import type { AlertsChangedEvent, OutgoingEvent } from "../../schema/wire/events.ts";
import type { Moment } from "../kernel/time.ts";
import type { OwnFailure } from "../language/channel-words.ts";
import type { QuietHours } from "./quiet-hours.ts";

/** How loud a message may be: `critical` wakes people, `news` is an end, a code or a test. */
export type Urgency = "critical" | "warning" | "news";

/** The content of a message on any channel. `unsubscribeUrl` becomes the one-click header of a mail. */
export type MessageContent = {
  subject: string;
  text: string;
  /** How loud the message may be; `news` if absent. */
  urgency?: Urgency;
  /** Identifies the message's alerts, so that a newer message replaces an older one on screen; absent for no alert. */
  tag?: string;
  isFirst?: boolean;
  /** For email; other channels send `text`. */
  html?: string;
  unsubscribeUrl?: string;
  event?: OutgoingEvent;
  /** When the message must not be sent, however late it goes out; absent if it may wake people. */
  quietHours?: QuietHours;
  /** The page to open, if the channel has a place for a link. */
  url?: string;
  /** The label of `url`: a few words in the reader's language. */
  linkLabel?: string;
  /** The language of the text, and of the voice that reads it; English if absent. */
  language?: Language;
  /** True if the reader may acknowledge the message's alerts. */
  mayAcknowledge?: boolean;
  /** True if the message is dropped once its alerts are acknowledged. */
  onlyUnanswered?: boolean;
  code?: string;
  /** The contact's secret, for senders that need more than an address. */
  secret?: unknown;
};

/** The part of a finding that decides who gets it on which channel. */
export type News = { transition: Transition; severity: Severity };

/** The severity of a mail, shown by its color. */
export type MailSeverity = "warning" | "critical" | "over" | "none";

/** A notice about alerts, in all forms that channels write their messages from. */
export type Notice = {
  /** One line: safe as a mail header. */
  subject: string;
  text: string;
  html: string;
  /** The text with the link: one message of 160 GSM characters, unless names need other letters. */
  sms: string;
  pushTitle: string;
  pushBody: string;
  url: string;
  /** True if an alert is open and the reader may acknowledge it. */
  mayAcknowledge: boolean;
  /** True if the alerts have just opened and the reader has no earlier message about them. */
  isFirst: boolean;
  linkLabel: string;
  language: Language;
  severity: MailSeverity;
  event: AlertsChangedEvent;
};

/** Why no message reaches the recipient any more: it said STOP, it takes no messages, or the app is uninstalled. */
export type RecipientGone = "opted_out" | "unreachable" | "unregistered";

/** How a provider counts messages: all of ours to its host, or those to one address, such as a chat. */
export type CountedBy = "host" | "address";

/**
 * The result of one attempt.
 * - `permanent`: the provider will never accept this message.
 * - `retry`: it may accept it later. `pauses`: until then it accepts nothing else for that address or host either.
 * - `configuration`: our settings or account are at fault, and the message waits until that is fixed.
 * - `held`: not sent before `until`, because of quiet hours or a call in progress.
 * - `dropped`: not sent at all, because it is no longer needed.
 */
export type SendResult =
  | { kind: "sent"; providerId: string | null; receipt?: Receipt; movedTo?: string }
  | { kind: "permanent"; reason: string; recipientGone?: RecipientGone }
  | { kind: "retry"; reason: string; afterSeconds?: number; pauses?: CountedBy }
  | { kind: "configuration"; reason: string }
  | { kind: "held"; until: Moment }
  | { kind: "dropped"; reason: OwnFailure };
