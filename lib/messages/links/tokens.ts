import type { ReportKind } from "../../../schema/vocabulary.ts";
import type { DeclineClaim, StatusClaim, UnsubscribeClaim } from "../../kernel/ports.ts";
import { base62Text } from "../../kernel/secret.ts";
import { base64UrlBytes, base64UrlText } from "../../kernel/text.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { digestBytes } from "../../sharing/inbound/signature.ts";
import { MESSAGE_LIMITS } from "../limits.ts";

/** 131 random bits: short enough for a text message, and nobody guesses it. */
const TOKEN_CHARACTERS = 22;
const ALERT_LINK_TOKEN = /^[0-9A-Za-z]{22}$/;
/** `<household>.<address in base64url>`, then the MAC in base64url. */
const DECLINE_TOKEN_TOKEN = /^(([\w-]{1,64})\.([\w-]{1,400}))\.([\w-]{43})$/;
/** `<address in base64url>`, then the MAC in base64url. */
const STATUS_TOKEN_TOKEN = /^([\w-]{1,400})\.([\w-]{43})$/;
/** `<household>.<user>.<kind>`, then the MAC in base64url. */
const UNSUBSCRIBE_TOKEN_TOKEN = /^(([\w-]{1,64})\.([\w-]{1,64})\.(weekly|monthly|quarterly))\.([\w-]{43})$/;

/** A link's token taken apart; only a MAC that fits `text` makes the claim true. */
export type LinkToken<Claim> = { claim: Claim; text: string; mac: Uint8Array };

export const packLinkToken = (text: string, mac: Uint8Array): string => `${text}.${base64UrlText(mac)}`;

export const newAlertToken = (random: (count: number) => Uint8Array): string =>
  base62Text(TOKEN_CHARACTERS, random);

export const isAlertToken = (text: string): boolean => ALERT_LINK_TOKEN.test(text);

/** The link in a message: 25 characters after the host. */
export const alertLinkUrl = (baseUrl: string, token: string): string => `${baseUrl}/a/${token}`;

/** The page of one incident for somebody without an account. */
export const responderLinkUrl = (baseUrl: string, token: string): string => `${baseUrl}/r/${token}`;

/** Where such a person says yes, and stops it. */
export const homeContactUrl = (baseUrl: string, token: string): string => `${baseUrl}/c/${token}`;

export const alertLinkExpiry = (now: Date): Date =>
  new Date(now.getTime() + MESSAGE_LIMITS.ackLinkDays * DAY_MS);

/** What is signed. */
export const declineText = ({ householdId, email }: DeclineClaim): string =>
  `${householdId}.${base64UrlText(new TextEncoder().encode(email))}`;

/** Null for what never was a token of ours. */
export function unpackDecline(token: string): LinkToken<DeclineClaim> | null {
  const [, text, householdId, address, macText] = DECLINE_TOKEN_TOKEN.exec(token) ?? [];
  const mac = digestBytes(macText ?? "");
  const bytes = base64UrlBytes(address ?? "");
  if (text === undefined || householdId === undefined || mac === null || bytes === null) return null;
  return { claim: { householdId, email: new TextDecoder().decode(bytes) }, text, mac };
}

export const declineUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/invitations/decline/${token}`;

/** What is signed. */
export const statusText = ({ email }: StatusClaim): string => base64UrlText(new TextEncoder().encode(email));

/** Null for what never was a token of ours. */
export function unpackStatus(token: string): LinkToken<StatusClaim> | null {
  const [, text, macText] = STATUS_TOKEN_TOKEN.exec(token) ?? [];
  const mac = digestBytes(macText ?? "");
  const bytes = base64UrlBytes(text ?? "");
  if (text === undefined || mac === null || bytes === null) return null;
  return { claim: { email: new TextDecoder().decode(bytes) }, text, mac };
}

export const statusUnsubscribeUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/status/unsubscribe/${token}`;

/** What is signed. */
export const unsubscribeText = ({ householdId, userId, kind }: UnsubscribeClaim): string =>
  `${householdId}.${userId}.${kind}`;

/** Null for what never was a token of ours. */
export function unpackUnsubscribe(token: string): LinkToken<UnsubscribeClaim> | null {
  const [, text, householdId, userId, kind, macText] = UNSUBSCRIBE_TOKEN_TOKEN.exec(token) ?? [];
  const mac = digestBytes(macText ?? "");
  if (text === undefined || householdId === undefined || userId === undefined || mac === null) return null;
  return { claim: { householdId, userId, kind: kind as ReportKind }, text, mac };
}

export const unsubscribeUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/digest/unsubscribe/${token}`;
