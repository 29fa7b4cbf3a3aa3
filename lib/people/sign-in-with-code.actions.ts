import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { done, refuse } from "../kernel/outcome.ts";
import { isWellFormedSecret } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import type { OpenChallenge } from "./challenges.queries.ts";
import { takeCodeTry } from "./code-tries.queries.ts";
import {
  completeSignIn,
  type MailCaller,
  type MailSignInPorts,
  type SignedIn,
} from "./complete-sign-in.actions.ts";
import { codeMustWait, type Limited } from "./limited.ts";
import { networkOf } from "./network.ts";
import { logFailedSignIn } from "./sign-in.queries.ts";
import { sameCode } from "./sign-in.ts";

/** `challenge` is what whoever asked for the code was given. */
export type CodeGiven = { email: string; code: string; challenge: string; ip: string | null };

/**
 * One sentence for a code that is wrong, expired, used, tried too often, another browser's or was never asked
 * for.
 */
export async function signInWithCode(
  ports: MailSignInPorts,
  given: MailCaller & CodeGiven,
): Promise<Limited<SignedIn>> {
  const checked = await checkCode(ports, given);
  return checked.ok ? await completeSignIn(ports, checked.value, given) : checked;
}

/** The challenge that the code opens, one try the poorer. The homes of its person see a wrong one. */
export async function checkCode(
  { db, clock, serverVault }: Pick<Services, "db" | "clock" | "serverVault">,
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
