import { sql } from "drizzle-orm";
import type { Plan } from "../../schema/vocabulary.ts";
import type { HomeNow } from "../domain/quiet/home-status.ts";
import { dateOf } from "./date-of.ts";
import type { Db } from "./db.ts";
import { HOME_NOW_JSON, type HomeNowJson, homeNow } from "./quiet/home-now.ts";
import { byteaText, secretHash } from "./secret-hash.ts";

export type InboundHome = {
  tokenId: string;
  /** Null where no signature is asked for. */
  sealedSigningSecret: string | null;
  /** Whether a signature must cover the time it was made at. */
  requiresTimestamp: boolean;
  householdId: string;
  plan: Plan;
  trialEndsAt: Date | null;
  home: HomeNow;
};

type Row = {
  token_id: string;
  sealed_signing_secret: string | null;
  requires_timestamp: boolean;
  household_id: string;
  plan: Plan;
  trial_ends_at: string | null;
  home: HomeNowJson;
};

/** The token with all that answering needs, in one call; null alike for an unknown and a revoked one. */
export async function findInboundHome(db: Db, token: string): Promise<InboundHome | null> {
  const tokenHash = byteaText(await secretHash(token));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select token.id as token_id, token.sealed_signing_secret,
        token.requires_timestamp, home.id as household_id, home.plan,
        home.trial_ends_at, ${HOME_NOW_JSON} as home
      from inbound_tokens token join households home on home.id = token.household_id
      where token.token_hash = ${tokenHash}::bytea and token.revoked_at is null`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    tokenId: row.token_id,
    sealedSigningSecret: row.sealed_signing_secret,
    requiresTimestamp: row.requires_timestamp,
    householdId: row.household_id,
    plan: row.plan,
    trialEndsAt: dateOf(row.trial_ends_at),
    home: homeNow(row.home),
  };
}
