import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { recoveryCodes } from "../../schema/tables/passkey.ts";
import { signInChallenges } from "../../schema/tables/sign-in.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";

type ChallengeUse = {
  challengeId: string;
  network: string | null;
  now: Date;
  /** Of the recovery code that came along. */
  codeHash: Uint8Array | null;
};

/**
 * Takes an open challenge for good, with its code forgotten: of all who use it at once, one gets its row. That of an
 * account which asks for a passkey stays open without one of its unused recovery codes.
 */
export const useUpChallenge = ({ challengeId, network, now, codeHash }: ChallengeUse) =>
  queryBuilder
    .update(signInChallenges)
    .set({ usedAt: now, usedNetwork: network, sealedCode: "" })
    .where(
      and(
        eq(signInChallenges.id, challengeId),
        isNull(signInChallenges.usedAt),
        gt(signInChallenges.expiresAt, now),
        sql`not exists (select from users person where person.email = ${signInChallenges.email} and person.passkey_required
          and not exists (select from recovery_codes code where code.user_id = person.id and code.used_at is null
            and code.code_hash = ${sql.param(codeHash, recoveryCodes.codeHash)}::bytea))`,
      ),
    )
    .returning({ id: signInChallenges.id, email: signInChallenges.email });
