import { LIMITS } from "../../../schema/limits.ts";
import { digestBytes } from "../inbound-signature/digest-text.ts";
import { DAY_MS, SECOND_MS } from "../time.ts";
import type { LinkToken } from "./link-token.ts";

/** What a link in a message says: who may acknowledge which alert until when, without signing in. */
export type AckClaim = { alertId: string; userId: string; expiresAt: Date };

/** `<alert>.<user>.<expiry>`, the expiry in Unix seconds to the base 36, then the MAC in base64url. */
const TOKEN = /^(([\w-]{1,64})\.([\w-]{1,64})\.([1-9a-z][\da-z]{0,8}))\.([\w-]{43})$/;

export const newAckClaim = (alertId: string, userId: string, now: Date): AckClaim => ({
  alertId,
  userId,
  expiresAt: new Date(now.getTime() + LIMITS.ackLinkDays * DAY_MS),
});

/** What is signed. */
export const ackClaimText = ({ alertId, userId, expiresAt }: AckClaim): string =>
  `${alertId}.${userId}.${Math.floor(expiresAt.getTime() / SECOND_MS).toString(36)}`;

/** Null for what never was a token of ours. */
export function unpackAckToken(token: string): LinkToken<AckClaim> | null {
  const [, text, alertId, userId, expiry, macText] = TOKEN.exec(token) ?? [];
  const mac = digestBytes(macText ?? "");
  if (text === undefined || alertId === undefined || userId === undefined || mac === null) return null;
  const expiresAt = new Date(Number.parseInt(expiry ?? "", 36) * SECOND_MS);
  return { claim: { alertId, userId, expiresAt }, text, mac };
}

export const ackClaimHolds = ({ expiresAt }: AckClaim, now: Date): boolean => now < expiresAt;

/** The address that the link in a message leads to. */
export const ackUrl = (baseUrl: string, token: string): string => `${baseUrl}/api/alerts/ack/${token}`;
