import type { NoticeInput } from "./notice-view.ts";

/** Its type stays as it is for ever: programs match it. */
const TYPE = "alerts.changed";

export type AlertsEvent = {
  type: typeof TYPE;
  /** ISO 8601; of several alerts the latest. */
  timestamp: string;
  data: { home: string; alerts: ReturnType<typeof alertNews>[] };
};

/** One alert's news, for a program: what a person's words are made from. */
export const alertEvent = (input: NoticeInput, headline: string): AlertsEvent => ({
  type: TYPE,
  timestamp: new Date(input.finding.at).toISOString(),
  data: { home: input.household.name, alerts: [alertNews(input, headline)] },
});

/** The news of several alerts of one home, the worst first. */
export const joinedEvent = (home: string, events: readonly AlertsEvent[]): AlertsEvent => ({
  type: TYPE,
  timestamp:
    events
      .map(({ timestamp }) => timestamp)
      .toSorted()
      .at(-1) ?? "",
  data: { home, alerts: events.flatMap(({ data }) => data.alerts) },
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
