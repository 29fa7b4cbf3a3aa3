import type { WebhookEvent } from "../message.ts";
import type { NoticeInput } from "./notice-view.ts";

/** Its type stays as it is for ever: programs match it. */
const TYPE = "alerts.changed";

/** One alert's news, for a program: what a person's words are made from. */
export function alertEvent(input: NoticeInput, headline: string): WebhookEvent {
  return {
    type: TYPE,
    timestamp: new Date(input.finding.at).toISOString(),
    data: { home: input.household.name, alerts: [alertNews(input, headline)] },
  };
}

/** The news of several alerts of one home, the worst first. */
export const joinedEvent = (events: readonly WebhookEvent[]): WebhookEvent => ({
  type: TYPE,
  timestamp:
    events
      .map(({ timestamp }) => timestamp)
      .toSorted()
      .at(-1) ?? "",
  data: {
    ...events[0]?.data,
    alerts: events.flatMap(({ data }) => ("alerts" in data && Array.isArray(data.alerts) ? data.alerts : [])),
  },
});

const alertNews = ({ alertId, finding, names, url }: NoticeInput, headline: string) => ({
  id: alertId,
  kind: finding.kind,
  transition: finding.transition,
  severity: finding.severity,
  headline,
  ...names,
  value: finding.evidence?.value ?? null,
  unit: finding.evidence?.unit ?? null,
  at: new Date(finding.at).toISOString(),
  url,
});
