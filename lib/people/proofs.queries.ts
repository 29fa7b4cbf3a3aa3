import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { passkeys, usedPasskeyChallenges } from "../../schema/tables/passkey.ts";
import { signInChallenges } from "../../schema/tables/sign-in.ts";
import { uncountCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";

/** A mail's link or code; `charges` is what the try of the code was counted as. */
export type MailProof = { by: "mail"; challengeId: string; charges: readonly Charge[] };

/** A signature of a passkey under a challenge of ours, both checked. */
export type PasskeyProof = {
  by: "passkey";
  passkeyId: string;
  userId: string;
  signatures: number;
  challengeHash: Uint8Array;
  expiresAt: Date;
};

export type Proof = MailProof | PasskeyProof;

/** The CTEs that use a proof up: `taken` has one row (`id`, `email`) where this statement alone did. */
export const takenBy = (proof: Proof, at: { network: string | null; now: Date }): SQL =>
  proof.by === "mail" ? takenByMail(proof, at) : takenByPasskey(proof, at);

/** Takes an open challenge for good, with its code forgotten: of all who use it at once, one gets its row. */
export function takenByMail(
  { challengeId, charges }: MailProof,
  { network, now }: { network: string | null; now: Date },
): SQL {
  const taken = queryBuilder
    .update(signInChallenges)
    .set({ usedAt: now, usedNetwork: network, sealedCode: "" })
    .where(
      and(
        eq(signInChallenges.id, challengeId),
        isNull(signInChallenges.usedAt),
        gt(signInChallenges.expiresAt, now),
      ),
    )
    .returning({ id: signInChallenges.id, email: signInChallenges.email });
  return sql`taken as ${taken},
    forgiven as (${uncountCharges(charges)})`;
}

/** One answer counts once, and of two copies of a passkey the one that falls behind does not count. */
function takenByPasskey(
  { passkeyId, userId, signatures, challengeHash, expiresAt }: PasskeyProof,
  { now: lastUsedAt }: { now: Date },
): SQL {
  const fresh = queryBuilder
    .insert(usedPasskeyChallenges)
    .values({ challengeHash, expiresAt })
    .onConflictDoNothing()
    .returning({ expiresAt: usedPasskeyChallenges.expiresAt });
  const counts = sql`(${passkeys.signatures} < ${signatures}::bigint
    or (${passkeys.signatures} = 0 and ${signatures}::bigint = 0))`;
  const used = queryBuilder
    .update(passkeys)
    .set({ signatures, lastUsedAt })
    .where(
      and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId), counts, sql`exists (select from fresh)`),
    )
    .returning({ id: passkeys.id, userId: passkeys.userId });
  return sql`fresh as ${fresh}, used as ${used},
    taken as (select used.id, person.email from used join users person on person.id = used.user_id)`;
}
