import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { inboundTokens } from "../../../schema/tables/handed-out.ts";
import { households } from "../../../schema/tables/household.ts";
import { HOME_NOW_JSON, type HomeNowJson, homeNow } from "../../alerts/quiet/quiet.queries.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { secretHash } from "../../kernel/statements.queries.ts";

/** `HOME_NOW_JSON` expects this alias. */
const home = alias(households, "home");

/** Finds a token with everything needed to answer the call; null both for an unknown and for a revoked token. */
export async function findInboundHome(db: Db, token: string) {
  const tokenHash = await secretHash(token);
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        tokenId: inboundTokens.id,
        /** Null if no signature is required. */
        sealedSigningSecret: inboundTokens.sealedSigningSecret,
        householdId: home.id,
        plan: home.plan,
        trialEndsAt: home.trialEndsAt,
        home: sql<HomeNowJson>`${HOME_NOW_JSON}`,
      })
      .from(inboundTokens)
      .innerJoin(home, eq(home.id, inboundTokens.householdId))
      .where(and(eq(inboundTokens.tokenHash, tokenHash), isNull(inboundTokens.revokedAt))),
  );
  return found === undefined ? null : { ...found, home: homeNow(found.home) };
}
