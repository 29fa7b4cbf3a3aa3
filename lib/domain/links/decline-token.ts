import { base64UrlBytes, base64UrlText } from "../byte-text.ts";
import { digestBytes } from "../inbound-signature/digest-text.ts";
import type { LinkToken } from "./link-token.ts";

/** A person who wants no more invitations, and the home whose invitation they declined. It holds for ever. */
export type DeclineClaim = { householdId: string; email: string };

/** `<household>.<address in base64url>`, then the MAC in base64url. */
const TOKEN = /^(([\w-]{1,64})\.([\w-]{1,400}))\.([\w-]{43})$/;

/** What is signed. */
export const declineText = ({ householdId, email }: DeclineClaim): string =>
  `${householdId}.${base64UrlText(new TextEncoder().encode(email))}`;

/** Null for what never was a token of ours. */
export function unpackDecline(token: string): LinkToken<DeclineClaim> | null {
  const [, text, householdId, address, macText] = TOKEN.exec(token) ?? [];
  const mac = digestBytes(macText ?? "");
  const bytes = base64UrlBytes(address ?? "");
  if (text === undefined || householdId === undefined || mac === null || bytes === null) return null;
  return { claim: { householdId, email: new TextDecoder().decode(bytes) }, text, mac };
}

export const declineUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/invitations/decline/${token}`;
