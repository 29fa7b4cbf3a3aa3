import { LIMITS } from "../../../schema/limits.ts";
import { ID_PREFIXES, SECRET_TYPES } from "../../../schema/vocabulary.ts";
import { ipBucket } from "../../domain/account/ip-bucket.ts";
import { type Limited, overCountedLimit } from "../../domain/account/limited.ts";
import { networkOf } from "../../domain/account/network.ts";
import { newSignInCode } from "../../domain/account/sign-in-code.ts";
import { newId } from "../../domain/id.ts";
import { done, refuse } from "../../domain/outcome.ts";
import { signInMail } from "../../domain/outgoing/mail/sign-in-mail.ts";
import { newSecret } from "../../domain/secret.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import type { Clock, ConfiguredChannels, Random, Vault } from "../../ports.ts";
import { addChallenge } from "../../store/account/challenges.ts";
import type { Db } from "../../store/db.ts";
import { sealMail } from "../outgoing/seal-mail.ts";

export type RequestSignInPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  serverVault: Vault;
  baseUrl: string;
  configuredChannels: ConfiguredChannels;
};

const HOUR_SECONDS = 3_600;
const CALLER_LIMIT = { name: "sign-in", limit: LIMITS.signInPerIpPerHour, windowSeconds: HOUR_SECONDS };

/**
 * Mails a link and a code, and answers every address alike: with or without an account, within its share of
 * mail or over it. Only the caller's own limit shows. The code opens only together with the challenge.
 */
export async function requestSignIn(
  ports: RequestSignInPorts,
  { email, ip }: { email: string; ip: string | null },
): Promise<Limited<{ ok: true; challenge: string }>> {
  const { clock, random, serverVault, baseUrl } = ports;
  if (!ports.configuredChannels.email) return refuse("mail_not_configured");
  const now = clock();
  const id = newId(ID_PREFIXES.challenge, random);
  const code = newSignInCode(random);
  const linkToken = newSecret(SECRET_TYPES.signInLink, random);
  const challenge = newSecret(SECRET_TYPES.signInChallenge, random);
  const full = await addChallenge(ports.db, {
    id,
    email,
    ipBucket: ipBucket(ip),
    network: networkOf(ip),
    challengeToken: challenge,
    sealedCode: await serverVault.seal("sign-in-code", id, code),
    linkToken,
    mail: await sealMail(ports, {
      householdId: null,
      recipient: email,
      dedupeKey: `sign_in/${id}`,
      kind: "sign_in",
      content: signInMail({ code, url: `${baseUrl}/sign-in/link/${linkToken}` }),
    }),
    now,
    countedSince: new Date(now.getTime() - HOUR_SECONDS * 1_000),
    expiresAt: new Date(now.getTime() + LIMITS.signInMinutes * MINUTE_MS),
  });
  return full === null
    ? done({ ok: true, challenge })
    : overCountedLimit(CALLER_LIMIT, full.fullSince, now, "sign-in mails");
}
