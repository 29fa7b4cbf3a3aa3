import type { ActingMember } from "../../domain/account/member.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { SecretTable } from "../../store/account/made-by.ts";
import { revoke } from "../../store/account/revoke.ts";
import type { Db } from "../../store/db.ts";

/**
 * An API key, a share link or an inbound token of the member's home; it opens nothing from the next request
 * on.
 */
export async function revokeKey(
  { db, clock }: { db: Db; clock: Clock },
  { member, actor }: ActingMember,
  { kind, id }: { kind: SecretTable; id: string },
): Promise<Outcome<{ ok: true }>> {
  const { householdId } = member;
  const wasThere = await revoke(db, kind, { id, householdId, actor, now: clock() });
  return wasThere ? done({ ok: true }) : refuse("not_found");
}
