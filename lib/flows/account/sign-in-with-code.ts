import { sameCode } from "../../domain/account/sign-in-code.ts";
import { type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock, Vault } from "../../ports.ts";
import { type OpenChallenge, takeCodeTry } from "../../store/account/challenges.ts";
import type { Db } from "../../store/db.ts";
import { completeSignIn, type SignedIn, type SignInCaller, type SignInPorts } from "./complete-sign-in.ts";

/** One sentence for a code that is wrong, expired, used, tried too often or was never asked for. */
export async function signInWithCode(
  ports: SignInPorts & { serverVault: Vault },
  { email, code, ...caller }: SignInCaller & { email: string; code: string },
): Promise<Outcome<SignedIn>> {
  const challenge = await checkCode(ports, { email, code });
  return challenge === null ? refuse("bad_sign_in") : await completeSignIn(ports, challenge, caller);
}

/** The challenge that the code opens, one try the poorer; null for one that opens none. */
export async function checkCode(
  { db, clock, serverVault }: { db: Db; clock: Clock; serverVault: Vault },
  { email, code }: { email: string; code: string },
): Promise<OpenChallenge | null> {
  const challenge = await takeCodeTry(db, email, clock());
  if (challenge === null) return null;
  const opened = await serverVault.open("sign-in-code", challenge.id, challenge.sealedCode);
  return opened !== null && sameCode(code, opened.text) ? challenge : null;
}
