import type { StatusComponent, StatusImpact, StatusNewsKind } from "../../schema/vocabulary.ts";
import type { StatusIncidentItem } from "../../schema/wire/status.ts";

/** What was said of an incident, at a time. */
export type StatusNews = { kind: StatusNewsKind; text: string; at: Date };

/**
 * What the public is told is broken; `subject` is null where an operator opened it, `news` are oldest first.
 */
export type StatusIncident = {
  id: string;
  subject: string | null;
  title: string;
  impact: StatusImpact;
  components: StatusComponent[];
  openedAt: Date;
  closedAt: Date | null;
  news: StatusNews[];
};

export type ShownIncident = StatusIncidentItem;

export const shownIncident = (incident: StatusIncident): ShownIncident => ({
  id: incident.id,
  title: incident.title,
  impact: incident.impact,
  components: incident.components,
  automatic: incident.subject !== null,
  opened_at: incident.openedAt.toISOString(),
  closed_at: incident.closedAt?.toISOString() ?? null,
  updates: incident.news.map(({ kind, text, at }) => ({ kind, text, at: at.toISOString() })),
});
