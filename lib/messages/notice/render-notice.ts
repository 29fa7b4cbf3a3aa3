import type { Language } from "../../../schema/vocabulary.ts";
import type { AlertNews, AlertsChangedEvent, TestEvent } from "../../../schema/wire/events.ts";
import type { Finding } from "../../alerts/finding.ts";
import { convert } from "../../kernel/units.ts";
import type { NoticeWords } from "../../language/en/notices.ts";
import { NOTICES } from "../../language/sent.ts";
import { darkShare } from "../../reports/city/city.ts";
import { type MailButton, type MailPage, type MailSeverity, mailOf } from "../mail/mail-layout.ts";
import { cut, nameText, oneLine, smsText } from "../sms-text.ts";
import { adviceOf, cadenceText, factsOf, ledHeadline, sinceText } from "./notice-facts.ts";
import { mailPictureOf, type NoticeInput, viewOf } from "./notice-view.ts";

/** One alert's news, for a program: what a person's words are made from. */
const alertEvent = (input: NoticeInput, headline: string): AlertsChangedEvent => ({
  type: "alerts.changed",
  timestamp: new Date(input.finding.at).toISOString(),
  data: { home: input.household.name, alerts: [alertNews(input, headline)] },
});

/** The news of several alerts of one home, the worst first. */
export const joinedEvent = (home: string, events: readonly AlertsChangedEvent[]): AlertsChangedEvent => ({
  type: "alerts.changed",
  timestamp:
    events
      .map(({ timestamp }) => timestamp)
      .toSorted()
      .at(-1) ?? "",
  data: { home, alerts: events.flatMap(({ data }) => data.alerts) },
});

/** A message that is about no alert. */
export const testEvent = ({ subject, text }: { subject: string; text: string }, now: Date): TestEvent => ({
  type: "test",
  timestamp: now.toISOString(),
  data: { subject, text },
});

const alertNews = (
  { alertId, finding, names: { sensor, device, space, about }, reader, url }: NoticeInput,
  headline: string,
): AlertNews => ({
  id: alertId,
  kind: finding.kind,
  transition: finding.transition,
  severity: finding.severity,
  headline,
  sensor_id: about?.sensorId ?? null,
  sensor: about?.sensor ?? sensor,
  device_id: about?.deviceId ?? null,
  device: about?.device ?? device,
  space,
  ...quantityOf(finding, reader.temperatureUnit),
  at: new Date(finding.at).toISOString(),
  url,
});

/** In the unit of the headline. */
function quantityOf({ evidence }: Finding, temperatureUnit: string): Pick<AlertNews, "value" | "unit"> {
  if (evidence === null) return { value: null, unit: null };
  const { value, unit } = evidence;
  if (unit === null || unit === temperatureUnit || !TEMPERATURE_UNITS.includes(unit)) return { value, unit };
  const converted = convert(value, unit, temperatureUnit);
  return converted === null
    ? { value, unit }
    : { value: Math.round(converted * 100) / 100, unit: temperatureUnit };
}

const TEMPERATURE_UNITS: readonly string[] = ["°C", "°F"];
const SUBJECT_CHARACTERS_MAX = 150;
const PUSH_TITLE_CHARACTERS_MAX = 80;
const PUSH_BODY_CHARACTERS_MAX = 240;

export type Notice = {
  /** One line: safe as a mail header. */
  subject: string;
  text: string;
  html: string;
  /** What to do, and since when, for a mail that it leads. */
  story: Pick<MailPage, "paragraphs" | "facts">;
  /** Text with the link; one message of 160 GSM characters if the names' letters allow. */
  sms: string;
  pushTitle: string;
  pushBody: string;
  /** The one link. */
  url: string;
  /** True if there is something to acknowledge, and the reader may. */
  mayAcknowledge: boolean;
  /** True if nothing was notified about it before. */
  isFirst: boolean;
  /** What the link opens, in a few words. */
  linkLabel: string;
  language: Language;
  /** The color of the mail. */
  severity: MailSeverity;
  /** For a program. */
  event: AlertsChangedEvent;
};

/** The text about a finding: home and place, what happens, by when, one thing to do, and one link. */
export function renderNotice(input: NoticeInput): Notice {
  const { language } = input.reader;
  const words = NOTICES[language];
  const view = viewOf(input, words);
  const headline = oneLine(ledHeadline(view, input.lead ?? null, words), SUBJECT_CHARACTERS_MAX);
  const advice = adviceOf(view, words);
  const sentence = `${words.shortened(headline)}${sinceText(view, words)}`;
  const picture = mailPictureOf(input.lastDay ?? null, view.say, words, input.finding.evidence);
  const button = buttonOf(input, words);
  const severity = colourOf(input);
  const story = {
    paragraphs: [advice, aroundText(input, words), cadenceText(view, words)].filter(Boolean),
    facts: factsOf(view, words),
  };
  const mail = mailOf({
    language,
    home: view.home,
    title: headline,
    severity,
    ...story,
    paragraphs: [...story.paragraphs, ...input.notes.filter(Boolean)],
    ...(picture === undefined ? {} : { picture }),
    button,
  });
  return {
    subject: headline,
    ...mail,
    story,
    sms: smsText([sentence, view.home, firstSentence(advice)], input.url),
    pushTitle: cut(headline, PUSH_TITLE_CHARACTERS_MAX),
    pushBody: cut([view.home, advice].filter(Boolean).join(": "), PUSH_BODY_CHARACTERS_MAX),
    url: input.url,
    mayAcknowledge: input.mayAcknowledge && isStillOpen(input.finding),
    isFirst: input.finding.transition === "opened" && (input.lead ?? null) === null,
    linkLabel: button.label,
    language,
    severity,
    event: alertEvent(input, headline),
  };
}

/** Its end needs no explanation. */
const aroundText = ({ finding, neighbours = null }: NoticeInput, words: NoticeWords): string =>
  neighbours === null || finding.transition === "closed"
    ? ""
    : words.neighbours(nameText(neighbours.city, words.yourCity), darkShare(neighbours));

const firstSentence = (text: string): string => /^.*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text;

const colourOf = ({ finding }: NoticeInput): MailSeverity =>
  finding.transition === "closed" ? "over" : finding.severity;

/** What was brief again and again is told once it is over: there is nothing to acknowledge. */
const isStillOpen = ({ transition, closedAt }: Finding): boolean =>
  transition !== "closed" && (transition !== "flapping" || closedAt === null);

const buttonOf = ({ finding, url, mayAcknowledge }: NoticeInput, { take, see }: NoticeWords): MailButton => ({
  label: mayAcknowledge && isStillOpen(finding) ? take : see,
  url,
});
