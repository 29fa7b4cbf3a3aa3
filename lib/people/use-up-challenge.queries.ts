import { and, eq, gt, isNull } from "drizzle-orm";
import { signInChallenges } from "../../schema/tables/sign-in.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";

export type ChallengeUse = { challengeId: string; network: string | null; now: Date };

/** Takes an open challenge for good, with its code forgotten: of all who use it at once, one gets its row. */
export const useUpChallenge = ({ challengeId, network, now }: ChallengeUse) =>
  queryBuilder
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
