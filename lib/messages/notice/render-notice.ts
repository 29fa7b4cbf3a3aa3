import type { AlertNews } from "../../../schema/wire/events.ts";
import type { Finding } from "../../alerts/verdict.ts";
import type { MailSeverity, Notice } from "../../channels/content.ts";
import { shownValue } from "../../devices/sensor.ts";
import { NOTICES, type NoticeWords } from "../../language/sent.ts";
import { cut, oneLine, smsText } from "../../language/sms-text.ts";
import { MESSAGE_LIMITS } from "../../outbox/limits.ts";
import { mailOf } from "../../outbox/mail/mail-layout.ts";
import { adviceOf, cadenceText, factsOf, ledHeadline, sinceText } from "./notice-facts.ts";
import { type NoticeInput, pictureOf, viewOf } from "./notice-view.ts";

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
  ...(finding.evidence === null
    ? { value: null, unit: null }
    : shownValue(finding.evidence.value, finding.evidence.unit, reader.temperatureUnit)),
  at: new Date(finding.at).toISOString(),
  url,
});

/** The gravest first: a mail about several alerts has the color of the worst. */
const MAIL_SEVERITIES: readonly MailSeverity[] = ["critical", "warning", "over"];
const SUBJECT_CHARACTERS_MAX = 150;
const PUSH_TITLE_CHARACTERS_MAX = 80;
const PUSH_BODY_CHARACTERS_MAX = 240;

/**
 * Writes a notice: home and place, what happens, by when, one thing to do, and one link. Several findings of a home
 * come worst first: the worst in full, up to nine others as a line each, the rest as a number.
 */
export function renderNotice(worst: NoticeInput, ...others: readonly NoticeInput[]): Notice {
  const { url, household, notes } = worst;
  const { language } = worst.reader;
  const words = NOTICES[language];
  const first = storyOf(worst, words);
  const all = [first, ...others.map((input) => storyOf(input, words))];
  const { home, headline, advice, paragraphs, facts, picture } = first;
  const isOne = others.length === 0;
  const named = all.slice(0, MESSAGE_LIMITS.messageAlertsNamedMax).map((story) => story.headline);
  const unnamed = all.length - named.length;
  const lines = unnamed === 0 ? named : [...named, words.moreLines(unnamed)];
  const rest = words.moreAlerts(others.length);
  const subject = isOne ? headline : oneLine(`${headline} (${rest})`, SUBJECT_CHARACTERS_MAX);
  const mayAcknowledge = all.some((story) => story.mayAcknowledge);
  const button = { label: mayAcknowledge ? words.take : words.see, url };
  const severity = MAIL_SEVERITIES.find((each) => all.some((story) => story.severity === each)) ?? "over";
  const mail = mailOf({
    language,
    home,
    title: subject,
    severity,
    facts,
    button,
    paragraphs: [...paragraphs, ...notes.filter(Boolean)],
    list: lines.slice(1),
    ...(picture === undefined || !isOne ? {} : { picture }),
  });
  return {
    subject,
    ...mail,
    sms: smsText(isOne ? [first.sentence, home, firstSentence(advice)] : [`${headline} ${rest}`, home], url),
    pushTitle: isOne
      ? cut(headline, PUSH_TITLE_CHARACTERS_MAX)
      : words.alertsAt(words.alerts(all.length), home),
    pushBody: cut(
      isOne ? [home, advice].filter(Boolean).join(": ") : lines.join(". "),
      PUSH_BODY_CHARACTERS_MAX,
    ),
    url,
    mayAcknowledge,
    language,
    severity,
    linkLabel: button.label,
    isFirst: all.every((story) => story.isFirst),
    event: {
      type: "alerts.changed",
      timestamp: new Date(Math.max(...all.map(({ at }) => at))).toISOString(),
      data: { home: household.name, alerts: all.map(({ news }) => news) },
    },
  };
}

function storyOf(input: NoticeInput, words: NoticeWords) {
  const { finding, lastDay = null, lead = null, mayAcknowledge } = input;
  const view = viewOf(input, words);
  const headline = oneLine(ledHeadline(view, lead, words), SUBJECT_CHARACTERS_MAX);
  const advice = adviceOf(view, words);
  return {
    home: view.home,
    at: finding.at,
    headline,
    advice,
    sentence: `${headline.replace(words.leftOut, " ")}${sinceText(view, words)}`,
    paragraphs: [advice, cadenceText(view, words)].filter(Boolean),
    facts: factsOf(view, input.names.batteryPct, words),
    picture: pictureOf(lastDay, view.say, words, finding),
    mayAcknowledge: mayAcknowledge && isStillOpen(finding),
    isFirst: finding.transition === "opened" && lead === null,
    severity: finding.transition === "closed" ? "over" : finding.severity,
    news: alertNews(input, headline),
  };
}

const firstSentence = (text: string): string => /^.*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text;

/** A flapping alert may be over when its notice is written: then there is nothing to acknowledge. */
const isStillOpen = ({ transition, closedAt }: Finding): boolean =>
  transition !== "closed" && (transition !== "flapping" || closedAt === null);
