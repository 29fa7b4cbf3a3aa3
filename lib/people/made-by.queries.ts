import { and, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import { apiKeys, inboundTokens, shareLinks } from "../../schema/tables/handed-out.ts";
import { memberships } from "../../schema/tables/household.ts";
import { ID_PREFIXES, SECRET_TYPES } from "../../schema/vocabulary.ts";
import { type Db, householdLock, underLock } from "../kernel/db.queries.ts";
import { queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { changeLogged, logFrom } from "./activity.queries.ts";
import type { Act, ActivityAction, ActivityEntry, Member } from "./activity.ts";

/** What opens a home to its holder, and the words for its making and its end in the home's activity. */
export const HANDED_OUT = {
  api_keys: {
    ...{ table: apiKeys, prefix: ID_PREFIXES.apiKey, secretType: SECRET_TYPES.apiKey },
    ...{ created: "api_key_created", revoked: "api_key_revoked" },
  },
  share_links: {
    ...{ table: shareLinks, prefix: ID_PREFIXES.shareLink, secretType: SECRET_TYPES.shareToken },
    ...{ created: "share_link_created", revoked: "share_link_revoked" },
  },
  inbound_tokens: {
    ...{ table: inboundTokens, prefix: ID_PREFIXES.inboundToken, secretType: SECRET_TYPES.inboundToken },
    ...{ created: "inbound_token_created", revoked: "inbound_token_revoked" },
  },
} as const satisfies Record<string, { created: ActivityAction; revoked: ActivityAction }>;

export type SecretTable = keyof typeof HANDED_OUT;

/** `not_member`: the membership ended or its role changed since the request was let in. */
export type MakeVerdict = "made" | "full" | "not_member";

/** True while the member is what the request was let in as; for statements under the home's lock. */
export const isStill = ({ householdId, userId, role }: Pick<Member, "householdId" | "userId" | "role">) =>
  exists(
    queryBuilder
      .select({ one: sql`1` })
      .from(memberships)
      .where(
        and(
          eq(memberships.householdId, householdId),
          eq(memberships.userId, userId),
          eq(memberships.role, role),
        ),
      ),
  );

/** What is the same of each that is made; of its secret only the hash is stored. */
export type Making = {
  id: string;
  maker: Member;
  name: string;
  secret: string;
  hint: string;
  act: Act;
};

type CommonRow = {
  id: string;
  householdId: string;
  name: string;
  createdBy: string;
  createdAt: Date;
  hash: Uint8Array;
  hint: string;
};

type Particulars = {
  /** True while the home may have one more. */
  room: SQL;
  details: NonNullable<ActivityEntry["details"]>;
  /** The insert of the row with what is its own; `rest` follows the values. */
  insert: (row: CommonRow, rest: SQL) => SQL;
};

/** Makes one of `table` under the home's lock, logged in the same commit, while there is room for it and its maker may. */
export async function makeHandedOut(
  db: Db,
  table: SecretTable,
  { id, maker, name, secret, hint, act }: Making,
  { room, details, insert }: Particulars,
): Promise<MakeVerdict> {
  const { householdId, at: createdAt } = act;
  const rest = sql`where ${isStill(maker)} and ${room} returning id`;
  const action = HANDED_OUT[table].created;
  const entry = { ...act, action, subject: id, details: { name, ...details } };
  const hash = await secretHash(secret);
  const made = { id, householdId, name, createdBy: maker.userId, createdAt, hash, hint };
  const row = await underLock<{ made: boolean; still: boolean }>(
    db,
    householdLock(householdId),
    sql`
      with changed as (${insert(made, rest)}),
      logged as (${logFrom("changed", entry)})
      select exists (select from changed) as made, ${isStill(maker)} as still`,
  );
  if (row?.made) return "made";
  return row?.still ? "full" : "not_member";
}

/** False where the home has none of that id, or it was revoked before. */
export async function revoke(db: Db, name: SecretTable, id: string, act: Act): Promise<boolean> {
  const { table, revoked } = HANDED_OUT[name];
  const update = queryBuilder
    .update(table)
    .set({ revokedAt: act.at })
    .where(and(eq(table.id, id), eq(table.householdId, act.householdId), isNull(table.revokedAt)))
    .returning({ id: table.id });
  return await changeLogged(db, update, { ...act, action: revoked, subject: id });
}
