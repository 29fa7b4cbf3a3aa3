import { ID_PREFIXES, type Language, SECRET_TYPES } from "../../schema/vocabulary.ts";
import { budgetLines } from "../budget/budget.ts";
import { mailboxOf } from "../budget/counts.ts";
import type { SendingPolicy } from "../channels/rules.ts";
import { done, refuse } from "../kernel/outcome.ts";
import { newId, newSecret } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { signInMail } from "../messages/mail/account-mails.ts";
import { sealMail } from "../messages/seal-message.actions.ts";
import { addChallenge } from "./add-challenge.queries.ts";
import { type Limited, networkMustWait, overCountedLimit } from "./limited.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import { ipBucket, networkOf } from "./network.ts";
import { newSignInCode } from "./sign-in.ts";

export type RequestSignInPorts = Pick<
  Services,
  "db" | "clock" | "random" | "serverVault" | "baseUrl" | "configuredChannels"
> & { sendingPolicy: SendingPolicy };

const HOUR_SECONDS = 3_600;
const CALLER_LIMIT = {
  name: "sign-in",
  limit: PEOPLE_LIMITS.signInPerIpPerHour,
  windowSeconds: HOUR_SECONDS,
};

/** `waitSeconds`: how long the mail takes, where many from the caller's network have asked of late. */
type AskedSignIn = { ok: true; challenge: string; waitSeconds: number };

/**
 * Mails a link and a code, and answers every address alike: with or without an account, within its share of
 * mail or over it. Only the caller's own limit shows. The code opens only together with the challenge.
 */
export async function requestSignIn(
  ports: RequestSignInPorts,
  { email, ip, language }: { email: string; ip: string | null; language: Language },
): Promise<Limited<AskedSignIn>> {
  const { clock, random, serverVault, baseUrl } = ports;
  if (!ports.configuredChannels.email) return refuse("mail_not_configured");
  const now = clock();
  const id = newId(ID_PREFIXES.challenge, random);
  const code = newSignInCode(random);
  const linkToken = newSecret(SECRET_TYPES.signInLink, random);
  const challenge = newSecret(SECRET_TYPES.signInChallenge, random);
  const network = networkOf(ip);
  const spender = { address: mailboxOf(email), network, isEstablished: false };
  const verdict = await addChallenge(ports.db, {
    id,
    email,
    ipBucket: ipBucket(ip),
    network,
    charges: budgetLines("newcomer_mail", spender, ports.sendingPolicy, now),
    challengeToken: challenge,
    sealedCode: await serverVault.seal("sign-in-code", id, code),
    linkToken,
    mail: await sealMail(ports, {
      householdId: null,
      recipient: email,
      dedupeKey: `sign_in/${id}`,
      kind: "sign_in",
      turnOf: networkOf(ip),
      content: signInMail({ code, url: `${baseUrl}/sign-in/link/${linkToken}`, language }),
    }),
    now,
    countedSince: new Date(now.getTime() - HOUR_SECONDS * 1_000),
    expiresAt: new Date(now.getTime() + PEOPLE_LIMITS.signInMinutes * MINUTE_MS),
  });
  switch (verdict.is) {
    case "asked":
      return done({ ok: true, challenge, waitSeconds: verdict.waitSeconds });
    case "caller_full":
      return overCountedLimit(CALLER_LIMIT, verdict.fullSince, now, "sign-in mails");
    case "network_full":
      return networkMustWait(verdict.retrySeconds);
    default:
      return verdict satisfies never;
  }
}
