import type { StatusNewsKind } from "../../../../schema/vocabulary.ts";
import { COMPONENT_WORDS } from "../../status/component-words.ts";
import type { StatusIncident, StatusNews } from "../../status/incident.ts";
import type { MessageContent } from "../message.ts";
import type { MailSeverity } from "./mail-frame.ts";
import { type MailFact, mailOf } from "./mail-layout.ts";
import { subjectText } from "./subject-text.ts";

/** What a subscriber is told: the incident as it is now, and the one thing that is new. */
export type SubscriberNews = {
  incident: Pick<StatusIncident, "title" | "impact" | "components" | "openedAt">;
  news: StatusNews;
};

const BEGINNINGS: Record<StatusNewsKind, string> = {
  opened: "Hearthwatch has a problem",
  updated: "Update",
  closed: "Over",
};

/** One mail of an incident of the service: its beginning, an update or its end. */
export function statusNewsMail(
  { incident, news }: SubscriberNews,
  links: { status: string; unsubscribe: string },
): MessageContent {
  const subject = subjectText(`${BEGINNINGS[news.kind]}: ${incident.title}`);
  return {
    subject,
    ...mailOf({
      title: subject,
      severity: severityOf(incident.impact, news.kind),
      paragraphs: [news.text],
      facts: factsOf(incident, news),
      button: { label: "Status of the service", url: links.status },
      footer: [
        "You get this because you asked for news of the service.",
        { label: "Unsubscribe", url: links.unsubscribe },
      ],
    }),
    unsubscribeUrl: links.unsubscribe,
  };
}

function severityOf(impact: StatusIncident["impact"], kind: StatusNewsKind): MailSeverity {
  if (kind === "closed") return "over";
  return impact === "down" ? "critical" : "warning";
}

function factsOf({ components, openedAt }: SubscriberNews["incident"], news: StatusNews): MailFact[] {
  const affected = components.map((name) => COMPONENT_WORDS[name]).join(", ");
  const facts: (MailFact | null)[] = [
    affected === "" ? null : ["Affected", affected],
    ["Began", utcText(openedAt)],
    news.kind === "opened" ? null : [news.kind === "closed" ? "Ended" : "As of", utcText(news.at)],
  ];
  return facts.filter((fact) => fact !== null);
}

const utcText = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
