import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { InboundTokenItem } from "../../domain/account/items.ts";
import type { Member } from "../../domain/account/member.ts";
import type { Actor } from "../../domain/activity.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";
import { byteaText, secretHash } from "../secret-hash.ts";
import { isStill, type MakeVerdict, madeBy, makeLogged, makerOf } from "./made-by.ts";

/** Those that still open something, newest first; `by` one maker, or all. */
export async function listInboundTokens(
  db: Db,
  householdId: string,
  by: string | null = null,
): Promise<InboundTokenItem[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<InboundTokenItem>(sql`
      select id, name, token_hint as hint, sealed_signing_secret is not null as signed,
        requires_timestamp,
        ${isoTime("created_at")} as created_at, ${makerOf("inbound_tokens")} as created_by
      from inbound_tokens where household_id = ${householdId} and revoked_at is null and ${madeBy(by)}
      order by inbound_tokens.created_at desc, id`),
  );
  return rows;
}

export type NewInboundToken = {
  id: string;
  maker: Member;
  name: string;
  token: string;
  hint: string;
  sealedSigningSecret: string | null;
  requiresTimestamp: boolean;
  actor: Actor;
  now: Date;
};

export async function addInboundToken(db: Db, wish: NewInboundToken): Promise<MakeVerdict> {
  const { id, maker, name, sealedSigningSecret, requiresTimestamp, actor, now } = wish;
  const { householdId } = maker;
  const tokenHash = byteaText(await secretHash(wish.token));
  const insert = sql`
    insert into inbound_tokens
      (id, household_id, name, token_hash, token_hint, sealed_signing_secret, requires_timestamp, created_by,
        created_at)
    select ${id}, ${householdId}, ${name}, ${tokenHash}::bytea, ${wish.hint}, ${sealedSigningSecret},
      ${requiresTimestamp}::boolean,      ${maker.userId}, ${now.toISOString()}::timestamptz
    where ${isStill(maker)} and (select count(*) from inbound_tokens where household_id = ${householdId} and revoked_at is null)
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
  return await makeLogged(db, insert, { maker, entry });
}
