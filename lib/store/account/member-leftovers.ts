import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { invitations } from "../../../schema/tables/sign-in.ts";
import type { Actor } from "../../domain/activity.ts";
import { logEachFrom } from "../activity.ts";
import { draft } from "../draft.ts";
import { HANDED_OUT, type SecretTable } from "./made-by.ts";

/** How much of each was ended. */
export type RevokedKeys = { [T in SecretTable]: number };
export type EndedLeftovers = RevokedKeys & { invitations: number };

export type LeftoverAct = { householdId: string; actor: Actor; now: Date };

const NAMES = Object.keys(HANDED_OUT) as SecretTable[];

const named = (name: string, body: SQLWrapper): SQL => sql`${sql.identifier(name)} as (${body.getSQL()})`;

/** CTEs that revoke what `whose` says of each table in the act's home, and log each one. */
export function revokeLeftovers(
  { householdId, actor, now }: LeftoverAct,
  whose: (table: { createdBy: PgColumn }) => SQL,
): SQL {
  const revoking = NAMES.flatMap((name) => {
    const { table, revoked } = HANDED_OUT[name];
    const update = draft
      .update(table)
      .set({ revokedAt: now })
      .where(and(eq(table.householdId, householdId), isNull(table.revokedAt), whose(table)))
      .returning({ id: table.id });
    const entry = { householdId, at: now, actor, action: revoked };
    return [named(`revoked_${name}`, update), named(`logged_${name}`, logEachFrom(`revoked_${name}`, entry))];
  });
  return sql.join(revoking, sql`, `);
}

/** CTEs that delete the open invitations which `whose` says, and log each one. */
export function endInvitations({ householdId, actor, now }: LeftoverAct, whose: SQL): SQL {
  const ended = draft
    .delete(invitations)
    .where(and(eq(invitations.householdId, householdId), isNull(invitations.acceptedAt), whose))
    .returning({ id: invitations.id });
  const entry = { householdId, at: now, actor, action: "invitation_revoked" } as const;
  const ending = [
    named("ended_invitations", ended),
    named("logged_invitations", logEachFrom("ended_invitations", entry)),
  ];
  return sql.join(ending, sql`, `);
}

const counted = (names: Record<string, string>): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(names).map(
      ([key, cte]) => sql`${key}::text, (select count(*)::integer from ${sql.identifier(cte)})`,
    ),
    sql`, `,
  )})`;

const REVOKED_CTES = Object.fromEntries(NAMES.map((name) => [name, `revoked_${name}`]));

/** The counts of `revokeLeftovers`, as JSON. */
export const revokedCounts = counted(REVOKED_CTES);
/** The counts of both, as JSON. */
export const endedCounts = counted({ invitations: "ended_invitations", ...REVOKED_CTES });
