import { secretHash } from "../../kernel/secret-hash.queries.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { base64UrlBytes, base64UrlText } from "../../kernel/text.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import { PEOPLE_LIMITS } from "../limits.ts";

/**
 * What a challenge is for, and for whom: a session, or the browser that wants to sign in, by what its cookie
 * holds.
 */
export type ChallengeFor = { purpose: "register" | "sign_in" | "prove"; holder: string };

export type PasskeyChallengePorts = Pick<Services, "clock" | "serverVault">;

/** An open challenge, under which it is written down as used. */
type TakenChallenge = { challenge: string; challengeHash: Uint8Array; expiresAt: Date };

const subjectOf = ({ purpose, holder }: ChallengeFor): string => `${purpose}/${holder}`;

/**
 * In base64url. It carries its own end, sealed for one purpose and holder: nothing is stored of challenges that nobody
 * answers, however many are asked for.
 */
export async function newPasskeyChallenge(
  { clock, serverVault }: PasskeyChallengePorts,
  whose: ChallengeFor,
): Promise<string> {
  const expiresAt = new Date(clock().getTime() + PEOPLE_LIMITS.passkeyChallengeMinutes * MINUTE_MS);
  const sealed = await serverVault.seal("passkey-challenge", subjectOf(whose), expiresAt.toISOString());
  return base64UrlText(new TextEncoder().encode(sealed));
}

/**
 * The challenge that an authenticator says it has answered, if it is one of ours, for that purpose and
 * holder, and not over.
 */
export async function readPasskeyChallenge(
  { clock, serverVault }: PasskeyChallengePorts,
  whose: ChallengeFor,
  clientDataJSON: string,
): Promise<TakenChallenge | null> {
  const challenge = challengeIn(clientDataJSON);
  const sealed = challenge === null ? null : textOf(challenge);
  if (challenge === null || sealed === null) return null;
  const opened = await serverVault.open("passkey-challenge", subjectOf(whose), sealed);
  const expiresAt = opened === null ? null : new Date(opened.text);
  if (expiresAt === null || expiresAt <= clock()) return null;
  return { challenge, challengeHash: await secretHash(challenge), expiresAt };
}

function textOf(base64Url: string): string | null {
  const bytes = base64UrlBytes(base64Url);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** What a browser writes for the authenticator to sign; the signature is checked over the very same bytes. */
function challengeIn(clientDataJSON: string): string | null {
  const text = textOf(clientDataJSON);
  if (text === null) return null;
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    // What is no JSON holds no challenge of ours.
    return null;
  }
  const { challenge, crossOrigin } = Object(data) as { challenge?: unknown; crossOrigin?: unknown };
  // Our pages stand in nobody's frame.
  return typeof challenge === "string" && crossOrigin !== true ? challenge : null;
}
