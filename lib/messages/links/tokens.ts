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
/** What is signed, then the MAC in base64url. */
const SIGNED_TOKEN = /^(.+)\.([\w-]{43})$/;

/** A kind of link whose token says what its claim says. */
export type SignedLink<Claim> = {
  /** Part of its key: no other token of ours counts as one. */
  salt: string;
  textOf: (claim: Claim) => string;
  form: RegExp;
  /** The claim by the groups of `form`; null for what never was one. */
  claimOf: (...parts: string[]) => Claim | null;
};

const addressText = (email: string): string => base64UrlText(new TextEncoder().encode(email));

function addressIn(text: string): string | null {
  const bytes = base64UrlBytes(text);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

export const DECLINE_LINK: SignedLink<DeclineClaim> = {
  salt: "decline-invitation/v1",
  textOf: ({ householdId, email }) => `${householdId}.${addressText(email)}`,
  form: /^([\w-]{1,64})\.([\w-]{1,400})$/,
  claimOf: (householdId = "", address = "") => {
    const email = addressIn(address);
    return email === null ? null : { householdId, email };
  },
};

export const STATUS_LINK: SignedLink<StatusClaim> = {
  salt: "status-unsubscribe/v1",
  textOf: ({ email }) => addressText(email),
  form: /^([\w-]{1,400})$/,
  claimOf: (address = "") => {
    const email = addressIn(address);
    return email === null ? null : { email };
  },
};

export const UNSUBSCRIBE_LINK: SignedLink<UnsubscribeClaim> = {
  salt: "unsubscribe-link/v1",
  textOf: ({ householdId, userId, kind }) => `${householdId}.${userId}.${kind}`,
  form: /^([\w-]{1,64})\.([\w-]{1,64})\.(weekly|monthly|quarterly)$/,
  claimOf: (householdId = "", userId = "", kind) => ({ householdId, userId, kind: kind as ReportKind }),
};

export const packLinkToken = (text: string, mac: Uint8Array): string => `${text}.${base64UrlText(mac)}`;

/** A link's token taken apart; only a MAC that fits `text` makes the claim true. Null for what never was a token of ours. */
export function unpackLinkToken<Claim>(
  { form, claimOf }: SignedLink<Claim>,
  token: string,
): { claim: Claim; text: string; mac: Uint8Array } | null {
  const [, text = "", macText = ""] = SIGNED_TOKEN.exec(token) ?? [];
  const parts = form.exec(text);
  const mac = digestBytes(macText);
  const claim = parts === null ? null : claimOf(...parts.slice(1));
  return claim === null || mac === null ? null : { claim, text, mac };
}

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

export const declineUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/invitations/decline/${token}`;

export const statusUnsubscribeUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/status/unsubscribe/${token}`;

export const unsubscribeUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/digest/unsubscribe/${token}`;
