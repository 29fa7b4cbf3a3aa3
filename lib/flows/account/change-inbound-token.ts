import type { InboundTokenItem } from "../../domain/account/items.ts";
import type { ActingMember } from "../../domain/account/member.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { changeInboundToken as commitChange, listInboundTokens } from "../../store/account/inbound-tokens.ts";
import type { Db } from "../../store/db.ts";

/** Whether calls with this token must sign the time they are made at, from the next call on. */
export async function changeInboundToken(
  { db, clock }: { db: Db; clock: Clock },
  { member, actor }: ActingMember,
  { id, requiresTimestamp }: { id: string; requiresTimestamp: boolean },
): Promise<Outcome<{ inbound_token: InboundTokenItem }>> {
  const { householdId } = member;
  const verdict = await commitChange(db, { id, householdId, requiresTimestamp, actor, now: clock() });
  if (verdict === "unsigned")
    return refuse("invalid_request", "Only a token with a signing secret can require a timestamp");
  const tokens = verdict === "changed" ? await listInboundTokens(db, householdId) : [];
  const inbound_token = tokens.find((token) => token.id === id);
  return inbound_token === undefined ? refuse("not_found") : done({ inbound_token });
}
