import { sql } from "drizzle-orm";
import { passkeys } from "../../schema/tables/passkey.ts";
import { sessions, signInChallenges } from "../../schema/tables/sign-in.ts";
import type { Db } from "../kernel/db.queries.ts";
import { hashExists, valueExists } from "../kernel/exists.queries.ts";
import { byteaText, secretHash } from "../kernel/statements.queries.ts";

/** Whether this database has given out the secret, in whatever state that is by now. None of them opens anything. */
export const hasSession = (db: Db, token: string) => hashExists(db, sessions.tokenHash, token);
export const hasSignInLink = (db: Db, token: string) => hashExists(db, signInChallenges.linkHash, token);
export const hasChallenge = (db: Db, token: string) => hashExists(db, signInChallenges.challengeHash, token);
export const hasPasskey = (db: Db, credentialId: string) =>
  valueExists(db, passkeys.credentialId, credentialId);

/** What an address is to a database; `inSession`: the account that the token's session is of. */
type Acquaintance = { isInvited: boolean; hasAccount: boolean; isInSession: boolean };

export async function acquaintanceOf(
  db: Db,
  { email, token, now }: { email: string; token: string | null; now: Date },
): Promise<Acquaintance> {
  const hash = token === null ? null : byteaText(await secretHash(token));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Acquaintance>(sql`
      select exists (select from invitations where email = ${email} and accepted_at is null
          and expires_at > ${now.toISOString()}::timestamptz) as "isInvited",
        exists (select from users where email = ${email}) as "hasAccount",
        exists (select from sessions session join users person on person.id = session.user_id
          where session.token_hash = ${hash}::bytea and person.email = ${email}) as "isInSession"`),
  );
  return rows[0] ?? { isInvited: false, hasAccount: false, isInSession: false };
}
