import type { GroupName } from "../_platform/variables.ts";

/** The first path segments that a group answers; wrangler.toml says the same, which a test checks. */
const SEGMENTS: Record<Exclude<GroupName, "public" | "pages">, readonly string[]> = {
  ingest: ["ingest"],
  share: ["share"],
  v1: ["v1", "devices", "user", "push"],
  account: ["account"],
  companion: ["companion", "pucks", "bays"],
  inbound: ["inbound", "webhooks"],
  cron: ["cron"],
};

const GROUP_OF_SEGMENT = new Map(
  Object.entries(SEGMENTS).flatMap(([group, segments]) =>
    segments.map((segment) => [segment, group as GroupName] as const),
  ),
);

/** InfluxDB's own addresses, which its clients ask for wherever they are sent. */
const LINE_PROTOCOL = /^\/(?:(?:api\/v2\/)?write|ping|query)(?:\/|$)/;

/** The place of the public keys for people with a document of evidence. */
const EVIDENCE_KEYS = "/.well-known/hearthwatch-evidence.json";

/** The group that answers a path; `public` answers what no other group below /api does, `pages` all else. */
export function groupOf(pathname: string): GroupName {
  if (LINE_PROTOCOL.test(pathname)) return "ingest";
  if (pathname === EVIDENCE_KEYS) return "public";
  const [, api, segment = ""] = pathname.replace(/^\/+/, "/").split("/", 3);
  return api === "api" ? (GROUP_OF_SEGMENT.get(segment) ?? "public") : "pages";
}
