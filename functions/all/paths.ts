import type { GroupName } from "../_platform/variables.ts";

/** The first path segments of each group. wrangler.toml has the same list, which a test compares. */
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

/** InfluxDB's own paths, which its clients always append. */
const LINE_PROTOCOL = /^\/(?:(?:api\/v2\/)?write|ping|query)(?:\/|$)/;

/** The path of the public keys that check an evidence document. */
const EVIDENCE_KEYS = "/.well-known/hearthwatch-evidence.json";

/** Returns the group that answers a path: `public` for the rest below /api, `pages` for everything else. */
export function groupOf(pathname: string): GroupName {
  if (LINE_PROTOCOL.test(pathname)) return "ingest";
  if (pathname === EVIDENCE_KEYS) return "public";
  const [, api, segment = ""] = pathname.replace(/^\/+/, "/").split("/", 3);
  return api === "api" ? (GROUP_OF_SEGMENT.get(segment) ?? "public") : "pages";
}
