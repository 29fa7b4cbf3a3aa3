import type { StatusIncidentItem, SystemStatus } from "../../schema/wire/status.ts";
import { escapeXml } from "../kernel/text.ts";

/** Writes the incidents as an Atom feed (RFC 4287), newest first. An entry changes with each update of its incident. */
export function atomFeed({ incidents, checked_at }: SystemStatus, baseUrl: string): string {
  const updated = incidents.map(updatedAt).toSorted().at(-1) ?? checked_at.slice(0, 10).concat("T00:00:00Z");
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    "<title>Hearthwatch system status</title>",
    `<id>${escapeXml(`${baseUrl}/api/status/feed`)}</id>`,
    `<link rel="self" href="${escapeXml(`${baseUrl}/api/status/feed`)}"/>`,
    `<updated>${updated}</updated>`,
    "<author><name>Hearthwatch</name></author>",
    ...incidents.map((incident) => entryOf(incident, baseUrl)),
    "</feed>",
    "",
  ].join("\n");
}

const updatedAt = ({ opened_at, closed_at, updates }: StatusIncidentItem): string =>
  closed_at ?? updates.at(-1)?.at ?? opened_at;

function entryOf(incident: StatusIncidentItem, baseUrl: string): string {
  const { id, title, opened_at, closed_at, updates } = incident;
  const state = closed_at === null ? "It lasts." : `It ended at ${closed_at}.`;
  const said = updates.map(({ at, text }) => `${at}: ${text}`);
  return [
    "<entry>",
    `<title>${escapeXml(closed_at === null ? title : `Over: ${title}`)}</title>`,
    `<id>${escapeXml(`${baseUrl}/api/status#${id}`)}</id>`,
    `<published>${opened_at}</published>`,
    `<updated>${updatedAt(incident)}</updated>`,
    `<content>${escapeXml([`It began at ${opened_at}. ${state}`, ...said].join("\n"))}</content>`,
    "</entry>",
  ].join("\n");
}
