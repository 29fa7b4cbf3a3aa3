import type { Language, Receipt, Severity, Transition } from "../../schema/vocabulary.ts";
import type { AlertsChangedEvent, OutgoingEvent } from "../../schema/wire/events.ts";
import type { Moment } from "../kernel/time.ts";
import type { OwnFailure } from "../language/channel-words.ts";
import type { QuietHours } from "./quiet-hours.ts";

/** How loud a message may be: `critical` wakes people, `news` is an end, a code or a test. */
export type Urgency = "critical" | "warning" | "news";

/** What a channel sends. `unsubscribeUrl` becomes the one-click header of mail that a reader may stop. */
export type MessageContent = {
  subject: string;
  text: string;
  /** How loud it may be; news where it is left out. */
  urgency?: Urgency;
  /** Names the alerts that it is about, where a screen shows one message about them and not each; absent for others. */
  tag?: string;
  isFirst?: boolean;
  /** For email; a plain channel sends `text`. */
  html?: string;
  unsubscribeUrl?: string;
  event?: OutgoingEvent;
  /** When nobody is to be woken by it, however late it goes out; absent for what may wake. */
  quietHours?: QuietHours;
  /** The page that it is about, where the channel has a place for it. */
  url?: string;
  /** What the link opens, in a few words of the reader's language; with `url`. */
  linkLabel?: string;
  /** In which it is written, and a voice reads it; English where it is left out. */
  language?: Language;
  /** True if its reader may acknowledge its subject. */
  mayAcknowledge?: boolean;
  /** True if it is sent only while nobody has acknowledged; an acknowledgement makes it pointless. */
  onlyUnanswered?: boolean;
  code?: string;
  /** What the channel's sender needs besides the address, from the contact point's sealed secret. */
  secret?: unknown;
};

/** The part of a finding that decides who gets it on which channel. */
export type News = { transition: Transition; severity: Severity };

/** How grave a mail is, which its colour says. */
export type MailSeverity = "warning" | "critical" | "over" | "none";

/** What is said of alerts, from which each channel writes its own message. */
export type Notice = {
  /** One line: safe as a mail header. */
  subject: string;
  text: string;
  html: string;
  /** Text with the link; one message of 160 GSM characters if the names' letters allow. */
  sms: string;
  pushTitle: string;
  pushBody: string;
  url: string;
  /** True if there is something to acknowledge, and the reader may. */
  mayAcknowledge: boolean;
  /** True if nothing was notified about it before. */
  isFirst: boolean;
  linkLabel: string;
  language: Language;
  severity: MailSeverity;
  event: AlertsChangedEvent;
};

/**
 * Why nothing will ever reach this recipient again: the number said STOP · it takes no messages · the app is
 * no longer installed.
 */
export type RecipientGone = "opted_out" | "unreachable" | "unregistered";

/** How a provider counts messages: for every caller of its host, or for one address of it, such as a chat. */
export type CountedBy = "host" | "address";

/**
 * What a provider made of one attempt: `sent` · `permanent` it will never take this message · `retry` it may
 * later; `pauses`: nor anything else to that address or host until then · `configuration` our account is at fault, so that the message waits until that is mended · `held` it
 * was not asked, since its reader sleeps until then · `dropped` it was not asked, and never will be: it is pointless.
 */
export type SendResult =
  | { kind: "sent"; providerId: string | null; receipt?: Receipt; movedTo?: string }
  | { kind: "permanent"; reason: string; recipientGone?: RecipientGone }
  | { kind: "retry"; reason: string; afterSeconds?: number; pauses?: CountedBy }
  | { kind: "configuration"; reason: string }
  | { kind: "held"; until: Moment }
  | { kind: "dropped"; reason: OwnFailure };
