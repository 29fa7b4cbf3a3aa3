import { and, eq, sql } from "drizzle-orm";
import { sessions } from "../../schema/tables/sign-in.ts";
import type { Db } from "../kernel/db.queries.ts";
import { byteaText, secretHash } from "../kernel/statements.queries.ts";

/** What of a session goes along to another cell: neither its age nor its proof grows younger on the way. */
type CarriedSession = Pick<
  typeof sessions.$inferSelect,
  "userAgent" | "openedFrom" | "openedCountry" | "provedAt" | "passkeyId" | "expiresAt" | "createdAt"
>;

/** Null where it has ended. */
export async function findCarried(db: Db, id: string): Promise<CarriedSession | null> {
  const { userAgent, openedFrom, openedCountry, provedAt, passkeyId, expiresAt, createdAt } = sessions;
  const fields = { userAgent, openedFrom, openedCountry, provedAt, passkeyId, expiresAt, createdAt };
  const [found] = await db("repeatable", (queries) =>
    queries.select(fields).from(sessions).where(eq(sessions.id, id)),
  );
  return found ?? null;
}

/** The one that went on elsewhere. */
export async function endCarried(db: Db, { id, userId }: { id: string; userId: string }): Promise<void> {
  await db("repeatable", (queries) =>
    queries.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId))),
  );
}

type Arrival = {
  id: string;
  email: string;
  householdId: string;
  session: CarriedSession;
  token: string;
  tokenHint: string;
  now: Date;
};

/**
 * Opens the session here, for the account of the same address. `passkey_needed`: that account asks for a passkey, and the
 * session was not opened by one of its own. Null where the address is no member of the home, or not let in.
 */
export async function openCarried(db: Db, arrival: Arrival): Promise<"opened" | "passkey_needed" | null> {
  const { id, email, householdId, session, tokenHint } = arrival;
  const hash = byteaText(await secretHash(arrival.token));
  const at = (moment: Date | null) => moment?.toISOString() ?? null;
  const { rows } = await db("once", (queries) =>
    queries.execute<{ needs_passkey: boolean }>(sql`
      with person as (
        select person.id, person.passkey_required and not exists (
            select from passkeys passkey where passkey.id = ${session.passkeyId}::text
              and passkey.user_id = person.id) as needs_passkey
        from users person join memberships member on member.user_id = person.id
        where person.email = ${email} and person.blocked_for is null and member.household_id = ${householdId}),
      opened as (
        insert into sessions (id, user_id, household_id, token_hash, token_hint, user_agent, opened_from,
          opened_country, last_used_at, proved_at, passkey_id, expires_at, created_at)
        select ${id}, person.id, ${householdId}, ${hash}::bytea, ${tokenHint}, ${session.userAgent},
          ${session.openedFrom}::text, ${session.openedCountry}::text, ${at(arrival.now)}::timestamptz,
          ${at(session.provedAt)}::timestamptz, ${session.passkeyId}::text, ${at(session.expiresAt)}::timestamptz,
          ${at(session.createdAt)}::timestamptz
        from person where not person.needs_passkey)
      select needs_passkey from person`),
  );
  const [found] = rows;
  if (found === undefined) return null;
  return found.needs_passkey ? "passkey_needed" : "opened";
}

/** An account as it is copied to another cell, with what it signs in by; in the text of JSON. */
type CopiedAccount = { person: string; passkeys: string; codes: string };

export async function copyAccount(db: Db, userId: string): Promise<CopiedAccount | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<CopiedAccount>(sql`
      select to_jsonb(person)::text as person,
        (select coalesce(jsonb_agg(passkey), '[]') from passkeys passkey where user_id = person.id)::text as passkeys,
        (select coalesce(jsonb_agg(code), '[]') from recovery_codes code where user_id = person.id)::text as codes
      from users person where person.id = ${userId}`),
  );
  return rows[0] ?? null;
}

/**
 * Puts the account down where an open invitation waits for its address, unless there is one of that address. Answers whose
 * the address is then; null where nobody invites it, or it is not let in.
 */
export async function accountForInvitation(
  db: Db,
  ask: { invitationId: string; email: string; account: CopiedAccount; now: Date },
): Promise<string | null> {
  const { invitationId, email, account } = ask;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ id: string }>(sql`
      with invited as (
        select 1 from invitations where id = ${invitationId} and email = ${email} and accepted_at is null
          and expires_at > ${ask.now.toISOString()}::timestamptz),
      made as (
        insert into users select * from jsonb_populate_record(null::users, ${account.person}::jsonb)
        where exists (select from invited) on conflict do nothing returning id),
      passkey as (
        insert into passkeys select key.* from made, jsonb_populate_recordset(null::passkeys, ${account.passkeys}::jsonb) key
        on conflict do nothing),
      code as (
        insert into recovery_codes
        select code.* from made, jsonb_populate_recordset(null::recovery_codes, ${account.codes}::jsonb) code
        on conflict do nothing)
      select id from made
      union all select users.id from users, invited where users.email = ${email} and blocked_for is null`),
  );
  return rows[0]?.id ?? null;
}
