import { SECRET_TYPES } from "../../../schema/vocabulary.ts";
import { codeMustWait, type Limited } from "../../domain/account/limited.ts";
import { networkOf } from "../../domain/account/network.ts";
import { sameCode } from "../../domain/account/sign-in-code.ts";
import { done, refuse } from "../../domain/outcome.ts";
import { isWellFormedSecret } from "../../domain/secret.ts";
import type { Clock, Vault } from "../../ports.ts";
import type { OpenChallenge } from "../../store/account/challenges.ts";
import { takeCodeTry } from "../../store/account/code-tries.ts";
import { logFailedSignIn } from "../../store/account/failed-sign-in.ts";
import type { Db } from "../../store/db.ts";
import { completeSignIn, type SignedIn, type SignInCaller, type SignInPorts } from "./complete-sign-in.ts";

/** `challenge` is what whoever asked for the code was given. */
export type CodeGiven = { email: string; code: string; challenge: string; ip: string | null };

/**
 * One sentence for a code that is wrong, expired, used, tried too often, another browser's or was never asked
 * for.
 */
export async function signInWithCode(
  ports: SignInPorts & { serverVault: Vault },
  given: SignInCaller & CodeGiven,
): Promise<Limited<SignedIn>> {
  const checked = await checkCode(ports, given);
  return checked.ok ? await completeSignIn(ports, checked.value, given) : checked;
}

/** The challenge that the code opens, one try the poorer. The homes of its person see a wrong one. */
export async function checkCode(
  { db, clock, serverVault }: { db: Db; clock: Clock; serverVault: Vault },
  { email, code, challenge: challengeToken, ip }: CodeGiven,
): Promise<Limited<OpenChallenge>> {
  if (!isWellFormedSecret(SECRET_TYPES.signInChallenge, challengeToken)) return refuse("bad_sign_in");
  const now = clock();
  const tried = await takeCodeTry(db, { email, challengeToken, network: networkOf(ip), now });
  if (tried.is === "wait") return codeMustWait(tried.until, now);
  if (tried.is === "none") return refuse("bad_sign_in");
  const { challenge } = tried;
  const opened = await serverVault.open("sign-in-code", challenge.id, challenge.sealedCode);
  if (opened !== null && sameCode(code, opened.text)) return done(challenge);
  await logFailedSignIn(db, { email, ip, now });
  return refuse("bad_sign_in");
}
