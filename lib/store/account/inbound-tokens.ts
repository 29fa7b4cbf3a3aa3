import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { InboundTokenItem } from "../../domain/account/items.ts";
import type { Actor } from "../../domain/activity.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";
import { changeLoggedUnderLock } from "../logged-change.ts";
import { byteaText, secretHash } from "../secret-hash.ts";

/** Those that still open something, newest first. */
export async function listInboundTokens(db: Db, householdId: string): Promise<InboundTokenItem[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<InboundTokenItem>(sql`
      select id, name, token_hint as hint, sealed_signing_secret is not null as signed,
        ${isoTime("created_at")} as created_at
      from inbound_tokens where household_id = ${householdId} and revoked_at is null
      order by inbound_tokens.created_at desc, id`),
  );
  return rows;
}

export type NewInboundToken = {
  id: string;
  householdId: string;
  name: string;
  token: string;
  hint: string;
  sealedSigningSecret: string | null;
  actor: Actor;
  now: Date;
};

/** False where the home has as many as it may. */
export async function addInboundToken(db: Db, wish: NewInboundToken): Promise<boolean> {
  const { id, householdId, name, sealedSigningSecret, actor, now } = wish;
  const tokenHash = byteaText(await secretHash(wish.token));
  const insert = sql`
    insert into inbound_tokens (id, household_id, name, token_hash, token_hint, sealed_signing_secret, created_at)
    select ${id}, ${householdId}, ${name}, ${tokenHash}::bytea, ${wish.hint}, ${sealedSigningSecret},
      ${now.toISOString()}::timestamptz
    where (select count(*) from inbound_tokens where household_id = ${householdId} and revoked_at is null)
      < ${LIMITS.inboundTokensMax}::bigint
    returning id`;
  const details = { name, signed: sealedSigningSecret !== null };
  const entry = {
    householdId,
    at: now,
    actor,
    action: "inbound_token_created",
    subject: id,
    details,
  } as const;
  return await changeLoggedUnderLock(db, insert, entry);
}
