import { base64UrlBytes, base64UrlText } from "../byte-text.ts";
import { digestBytes } from "../inbound-signature/digest-text.ts";
import type { LinkToken } from "./link-token.ts";

/**
 * A subscriber who wants no more news of the service. It holds for ever: a mail of last year must still let
 * its reader go.
 */
export type StatusClaim = { email: string };

/** `<address in base64url>`, then the MAC in base64url. */
const TOKEN = /^([\w-]{1,400})\.([\w-]{43})$/;

/** What is signed. */
export const statusText = ({ email }: StatusClaim): string => base64UrlText(new TextEncoder().encode(email));

/** Null for what never was a token of ours. */
export function unpackStatus(token: string): LinkToken<StatusClaim> | null {
  const [, text, macText] = TOKEN.exec(token) ?? [];
  const mac = digestBytes(macText ?? "");
  const bytes = base64UrlBytes(text ?? "");
  if (text === undefined || mac === null || bytes === null) return null;
  return { claim: { email: new TextDecoder().decode(bytes) }, text, mac };
}

export const statusUnsubscribeUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/status/unsubscribe/${token}`;
