import type { AlertNews, AlertsChangedEvent, TestEvent } from "../../../schema/wire/events.ts";
import type { NoticeInput } from "./notice-view.ts";

/** One alert's news, for a program: what a person's words are made from. */
export const alertEvent = (input: NoticeInput, headline: string): AlertsChangedEvent => ({
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

const alertNews = ({ alertId, finding, names, url }: NoticeInput, headline: string): AlertNews => ({
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
