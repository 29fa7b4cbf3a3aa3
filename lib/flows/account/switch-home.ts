import { SECRET_TYPES } from "../../../schema/vocabulary.ts";
import type { Member } from "../../domain/account/member.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { newSecret, secretHint } from "../../domain/secret.ts";
import type { Random } from "../../ports.ts";
import { moveSession } from "../../store/account/sessions.ts";
import type { Db } from "../../store/db.ts";
import type { SignedIn } from "./complete-sign-in.ts";

/** Another of the member's homes, with the rights that they have there: under a new token. */
export async function switchHome(
  { db, random }: { db: Db; random: Random },
  { sessionId, userId }: Member,
  householdId: string,
): Promise<Outcome<SignedIn>> {
  const token = newSecret(SECRET_TYPES.session, random);
  const move = { sessionId, userId, householdId, token, tokenHint: secretHint(token) };
  return (await moveSession(db, move)) ? done({ householdId, token }) : refuse("not_found");
}
