import { MINUTE_MS } from "../../time.ts";
import type { MessageContent } from "../message.ts";
import { mailOf } from "./mail-layout.ts";
import { subjectText } from "./subject-text.ts";

/** `title` names what is broken, `reason` what is known of it; neither holds a secret. */
export type IncidentNews = { title: string; reason: string; at: Date };

/** For the operators, in one line: the same in a mail and in a chat. */
export const incidentLine = ({ title, reason }: IncidentNews): string =>
  `Hearthwatch: ${subjectText(title)}. ${reason}`;

export function incidentMail(news: IncidentNews): MessageContent {
  const title = subjectText(news.title);
  const since = `Since ${news.at.toISOString().slice(0, 16).replace("T", " ")} UTC.`;
  const promise = "You will not be told again until it has worked in between.";
  return {
    subject: `Hearthwatch: ${title}`,
    ...mailOf({ title, severity: "critical", paragraphs: [news.reason, `${since} ${promise}`] }),
  };
}

/** `subject` is what the incident was known by, such as `job/maintenance`. */
export type Recovery = { subject: string; openedAt: Date; at: Date };

export const recoveryLine = ({ subject, openedAt, at }: Recovery): string =>
  `Hearthwatch: ${subjectText(subject)} works again, after ${minutesText(openedAt, at)}.`;

export function recoveryMail(over: Recovery): MessageContent {
  const title = subjectText(`${over.subject} works again`);
  const since = `It was reported broken at ${over.openedAt.toISOString().slice(0, 16).replace("T", " ")} UTC.`;
  return {
    subject: `Hearthwatch: ${title}`,
    ...mailOf({ title, paragraphs: [recoveryLine(over), since] }),
  };
}

function minutesText(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.round((to.getTime() - from.getTime()) / MINUTE_MS));
  return `${minutes} minute${minutes === 1 ? "" : "s"}`;
}
