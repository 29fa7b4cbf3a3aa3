import type { StatusComponent, StatusImpact, StatusNewsKind } from "../../schema/vocabulary.ts";
import type { StatusIncidentItem } from "../../schema/wire/status.ts";

/** What operators said of an incident, at a time. */
export type StatusNews = { kind: StatusNewsKind; text: string; at: Date };

/** A fault as operators tell the public of it; `news` are oldest first. */
export type StatusIncident = {
  id: string;
  title: string;
  impact: StatusImpact;
  components: StatusComponent[];
  openedAt: Date;
  closedAt: Date | null;
  news: StatusNews[];
};

export const shownIncident = (incident: StatusIncident): StatusIncidentItem => ({
  id: incident.id,
  title: incident.title,
  impact: incident.impact,
  components: incident.components,
  opened_at: incident.openedAt.toISOString(),
  closed_at: incident.closedAt?.toISOString() ?? null,
  updates: incident.news.map(({ kind, text, at }) => ({ kind, text, at: at.toISOString() })),
});
