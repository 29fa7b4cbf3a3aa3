import { and, eq, isNull } from "drizzle-orm";
import type { Actor } from "../../domain/activity.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { changeLogged } from "../logged-change.ts";
import { HANDED_OUT, type SecretTable } from "./made-by.ts";

export type Revocation = { id: string; householdId: string; actor: Actor; now: Date };

/** False where the home has none of that id, or it was revoked before. */
export async function revoke(
  db: Db,
  name: SecretTable,
  { id, householdId, actor, now }: Revocation,
): Promise<boolean> {
  const { table, revoked } = HANDED_OUT[name];
  const update = draft
    .update(table)
    .set({ revokedAt: now })
    .where(and(eq(table.id, id), eq(table.householdId, householdId), isNull(table.revokedAt)))
    .returning({ id: table.id });
  return await changeLogged(db, update, { householdId, at: now, actor, action: revoked, subject: id });
}
