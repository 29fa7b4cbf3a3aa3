import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { passkeys, recoveryCodes, usedPasskeyChallenges } from "../../schema/tables/passkey.ts";
import { signInChallenges } from "../../schema/tables/sign-in.ts";
import { insertSelect, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { enqueueFrom } from "../messages/enqueue.queries.ts";
import type { SealedMessage } from "../messages/message.ts";

type ChallengeUse = {
  challengeId: string;
  network: string | null;
  now: Date;
  /** Of the recovery code that came along. */
  codeHash: Uint8Array | null;
};

/** What was typed, in its bare spelling, and the mail that tells the person once it was used. */
type RecoveryCode = { code: string; mail: SealedMessage };

/** A mail's link or code, with the recovery code that an account which asks for a passkey needs beside it. */
export type MailProof = { by: "mail"; challengeId: string; recovery: RecoveryCode | null };

/** A signature of a passkey under a challenge of ours, both checked. */
export type PasskeyProof = {
  by: "passkey";
  passkeyId: string;
  userId: string;
  signatures: number;
  backedUp: boolean;
  challengeHash: Uint8Array;
  expiresAt: Date;
};

export type Proof = MailProof | PasskeyProof;

/**
 * Takes an open challenge for good, with its code forgotten: of all who use it at once, one gets its row. That of an
 * account which asks for a passkey stays open without one of its unused recovery codes.
 */
const useUpChallenge = ({ challengeId, network, now, codeHash }: ChallengeUse) =>
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

/**
 * The CTEs that use a proof up: `taken` has one row (`id`, `email`) where this statement alone did, `recovered` one
 * where a recovery code was used for it.
 */
export const takenBy = (proof: Proof, at: { network: string | null; now: Date }): Promise<SQL> =>
  proof.by === "mail" ? takenByMail(proof, at) : takenByPasskey(proof, at);

async function takenByMail(
  { challengeId, recovery }: MailProof,
  { network, now }: { network: string | null; now: Date },
): Promise<SQL> {
  const codeHash = recovery === null ? null : await secretHash(recovery.code);
  const mailed = recovery === null ? sql`select 1` : enqueueFrom("recovered", recovery.mail, now);
  const recovered = queryBuilder
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      sql`${recoveryCodes.usedAt} is null and ${recoveryCodes.codeHash} = ${sql.param(codeHash, recoveryCodes.codeHash)}::bytea
        and ${recoveryCodes.userId} in (select person.id from users person join used on person.email = used.email
          where person.passkey_required)`,
    )
    .returning({ userId: recoveryCodes.userId });
  return sql`used as ${useUpChallenge({ challengeId, network, now, codeHash })},
    recovered as ${recovered},
    recovery_mailed as (${mailed}),
    taken as (
      select used.id, used.email from used where exists (select from recovered)
        or not exists (select from users person where person.email = used.email and person.passkey_required)),
    forgiven as (delete from sign_in_failures using taken where challenge_id = taken.id)`;
}

/** One answer counts once, and of two copies of a passkey the one that falls behind does not count. */
async function takenByPasskey(
  { passkeyId, userId, signatures, backedUp, challengeHash, expiresAt }: PasskeyProof,
  { now: lastUsedAt }: { now: Date },
): Promise<SQL> {
  const fresh = queryBuilder
    .insert(usedPasskeyChallenges)
    .values({ challengeHash, expiresAt })
    .onConflictDoNothing()
    .returning({ expiresAt: usedPasskeyChallenges.expiresAt });
  const counts = sql`(${passkeys.signatures} < ${signatures}::bigint
    or (${passkeys.signatures} = 0 and ${signatures}::bigint = 0))`;
  const used = queryBuilder
    .update(passkeys)
    .set({ signatures, backedUp, lastUsedAt })
    .where(
      and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId), counts, sql`exists (select from fresh)`),
    )
    .returning({ id: passkeys.id, userId: passkeys.userId });
  return sql`fresh as ${fresh}, used as ${used},
    recovered as (select 1 where false),
    taken as (select used.id, person.email from used join users person on person.id = used.user_id)`;
}

/** A new answer to a challenge, for a statement that does something once. */
export const takeChallenge = (challengeHash: Uint8Array, expiresAt: Date): SQL =>
  insertSelect(
    usedPasskeyChallenges,
    { challengeHash, expiresAt },
    sql`on conflict do nothing returning challenge_hash`,
  );
