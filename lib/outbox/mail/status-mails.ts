import type { Language, StatusNewsKind } from "../../../schema/vocabulary.ts";
import type { StatusIncidentItem } from "../../../schema/wire/status.ts";
import type { MailSeverity, MessageContent } from "../../channels/content.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import { OPERATORS, STATUS_LETTERS, STATUS_NEWS, type StatusNewsWords } from "../../language/languages.ts";
import type { Fault } from "../../language/words.ts";
import { linkUrl } from "../links/tokens.ts";
import { letterOf, type MailFact, subjectText, utcText } from "./mail-layout.ts";

/** The mail of the double opt-in: its button works for `hours`, and without it we send nothing more. */
export function statusConfirmMail(
  baseUrl: string,
  tokens: { confirm: string; unsubscribe: string },
  hours: number,
  language: Language,
): MessageContent {
  const unsubscribeUrl = linkUrl(baseUrl, "statusUnsubscribe", tokens.unsubscribe);
  const words = STATUS_LETTERS[language].confirm(hours);
  const mail = letterOf(language, words, {
    button: { label: words.button, url: linkUrl(baseUrl, "statusConfirm", tokens.confirm) },
    footer: [words.notYou, { label: words.forget, url: unsubscribeUrl }],
  });
  return { ...mail, unsubscribeUrl };
}

export type SubscriberNews = {
  incident: Pick<StatusIncidentItem, "title" | "impact" | "components" | "opened_at">;
  news: StatusIncidentItem["updates"][number];
};

export function statusNewsMail(
  { incident, news }: SubscriberNews,
  links: { status: string; unsubscribe: string },
  language: Language,
): MessageContent {
  const words = STATUS_NEWS[language];
  const subject = subjectText(`${words.beginnings[news.kind]}: ${incident.title}`);
  const mail = letterOf(
    language,
    { subject, paragraphs: [news.text] },
    {
      severity: severityOf(incident.impact, news.kind),
      facts: factsOf(incident, news, words),
      button: { label: words.button, url: links.status },
      footer: [words.footer, { label: words.unsubscribe, url: links.unsubscribe }],
    },
  );
  return { ...mail, unsubscribeUrl: links.unsubscribe };
}

function severityOf(impact: StatusIncidentItem["impact"], kind: StatusNewsKind): MailSeverity {
  if (kind === "closed") return "over";
  return impact === "down" ? "critical" : "warning";
}

function factsOf(
  { components, opened_at }: SubscriberNews["incident"],
  news: SubscriberNews["news"],
  words: StatusNewsWords,
): MailFact[] {
  const facts: MailFact[] = [
    [words.affected, components.map((name) => words.components[name]).join(", ")],
    [words.began, utcText(opened_at)],
    [news.kind === "closed" ? words.ended : words.asOf, news.kind === "opened" ? "" : utcText(news.at)],
  ];
  return facts.filter(([, value]) => value !== "");
}

/** One line for the operators' chat. */
export const incidentLine = ({ title, reason }: Fault): string =>
  `Hearthwatch: ${subjectText(title)}. ${reason}`;

/** Plain text, not HTML: the ingest function reports faults too, and should not bundle the mail layout. */
const operatorMail = (title: string, ...paragraphs: string[]): MessageContent => ({
  subject: `Hearthwatch: ${title}`,
  text: `${[title, ...paragraphs].join("\n\n")}\n`,
});

export const incidentMail = ({ title, reason, at }: Fault & { at: Date }, language: Language) =>
  operatorMail(subjectText(title), reason, OPERATORS[language].since(utcText(at)));

/** `subject` identifies the incident, such as `job/maintenance`. */
type Recovery = { subject: string; openedAt: Date; at: Date };

export function recoveryLine({ subject, openedAt, at }: Recovery, language: Language): string {
  const minutes = Math.max(0, Math.round((at.getTime() - openedAt.getTime()) / MINUTE_MS));
  return `Hearthwatch: ${OPERATORS[language].recoveredAfter(minutes, subjectText(subject))}`;
}

export function recoveryMail(over: Recovery, language: Language): MessageContent {
  const { recovered, reported } = OPERATORS[language];
  const title = recovered(subjectText(over.subject));
  return operatorMail(title, recoveryLine(over, language), reported(utcText(over.openedAt)));
}
