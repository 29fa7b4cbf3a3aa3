import { and, eq, isNull } from "drizzle-orm";
import { declinedInvitations } from "../../../schema/tables/sending.ts";
import { invitations } from "../../../schema/tables/sign-in.ts";
import type { DeclineClaim } from "../../domain/links/decline-token.ts";
import { cte } from "../cte.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";

/** Remembers it, and ends the open invitations that it is about: of the one home, or of all. */
export async function rememberDecline(
  db: Db,
  { householdId, email }: DeclineClaim,
  isForAll: boolean,
  now: Date,
): Promise<void> {
  const isOfHome = isForAll ? undefined : eq(invitations.householdId, householdId);
  const ended = draft
    .delete(invitations)
    .where(and(eq(invitations.email, email), isNull(invitations.acceptedAt), isOfHome));
  await db("repeatable", (queries) =>
    queries
      .with(cte("ended", ended))
      .insert(declinedInvitations)
      .values({ email, home: isForAll ? "" : householdId, declinedAt: now })
      .onConflictDoNothing(),
  );
}
