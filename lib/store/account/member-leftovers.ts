import { type SQL, sql } from "drizzle-orm";
import type { ActivityAction, Actor } from "../../domain/activity.ts";
import { logEachFrom } from "../activity.ts";
import type { SecretTable } from "./made-by.ts";

/** How much of each was ended. */
export type RevokedKeys = { [T in SecretTable]: number };
export type EndedLeftovers = RevokedKeys & { invitations: number };

export type LeftoverAct = { householdId: string; actor: Actor; now: Date };

const REVOKED: { [T in SecretTable]: ActivityAction } = {
  api_keys: "api_key_revoked",
  share_links: "share_link_revoked",
  inbound_tokens: "inbound_token_revoked",
};
const TABLES = Object.keys(REVOKED) as SecretTable[];

const named = (name: string, body: SQL): SQL => sql`${sql.identifier(name)} as (${body})`;

/** CTEs that revoke what `whose` says of each table in the act's home, and log each one. */
export function revokeLeftovers({ householdId, actor, now }: LeftoverAct, whose: SQL): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  const revoking = TABLES.flatMap((table) => [
    named(
      `revoked_${table}`,
      sql`update ${sql.identifier(table)} set revoked_at = ${at}
        where household_id = ${householdId} and revoked_at is null and (${whose}) returning id`,
    ),
    named(
      `logged_${table}`,
      logEachFrom(`revoked_${table}`, { householdId, at: now, actor, action: REVOKED[table] }),
    ),
  ]);
  return sql.join(revoking, sql`, `);
}

/** CTEs that delete the open invitations which `whose` says, and log each one. */
export function endInvitations({ householdId, actor, now }: LeftoverAct, whose: SQL): SQL {
  const entry = { householdId, at: now, actor, action: "invitation_revoked" } as const;
  return sql.join(
    [
      named(
        "ended_invitations",
        sql`delete from invitations
          where household_id = ${householdId} and accepted_at is null and (${whose}) returning id`,
      ),
      named("logged_invitations", logEachFrom("ended_invitations", entry)),
    ],
    sql`, `,
  );
}

const counted = (names: Record<string, string>): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(names).map(
      ([key, cte]) => sql`${key}::text, (select count(*)::integer from ${sql.identifier(cte)})`,
    ),
    sql`, `,
  )})`;

const REVOKED_CTES = Object.fromEntries(TABLES.map((table) => [table, `revoked_${table}`]));

/** The counts of `revokeLeftovers`, as JSON. */
export const revokedCounts = counted(REVOKED_CTES);
/** The counts of both, as JSON. */
export const endedCounts = counted({ invitations: "ended_invitations", ...REVOKED_CTES });
