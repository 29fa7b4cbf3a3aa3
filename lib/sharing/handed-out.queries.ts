import type { Db } from "../kernel/db.queries.ts";
import { listApiKeys } from "../people/api-keys.queries.ts";
import { listInboundTokens } from "./inbound/own-inbound-tokens.queries.ts";
import { listShareLinks } from "./own-share-links.queries.ts";

/** Everything that still opens the home to its holder, by one creator or by all. */
export async function listHandedOut(
  db: Db,
  { householdId, by, now }: { householdId: string; by: string | null; now: Date },
) {
  const [api_keys, share_links, inbound_tokens] = await Promise.all([
    listApiKeys(db, householdId, by),
    listShareLinks(db, householdId, now, by),
    listInboundTokens(db, householdId, by),
  ]);
  return { api_keys, share_links, inbound_tokens };
}

export type HandedOut = Awaited<ReturnType<typeof listHandedOut>>;
