import type { ReportKind } from "../cron/report-periods.ts";
import { digestBytes } from "../inbound-signature/digest-text.ts";
import type { LinkToken } from "./link-token.ts";

/**
 * The report of a home and a person that is to end. It holds for ever: a mail of last year must still let its
 * reader go.
 */
export type UnsubscribeClaim = { householdId: string; userId: string; kind: ReportKind };

/** `<household>.<user>.<kind>`, then the MAC in base64url. */
const TOKEN = /^(([\w-]{1,64})\.([\w-]{1,64})\.(weekly|monthly|quarterly))\.([\w-]{43})$/;

/** What is signed. */
export const unsubscribeText = ({ householdId, userId, kind }: UnsubscribeClaim): string =>
  `${householdId}.${userId}.${kind}`;

/** Null for what never was a token of ours. */
export function unpackUnsubscribe(token: string): LinkToken<UnsubscribeClaim> | null {
  const [, text, householdId, userId, kind, macText] = TOKEN.exec(token) ?? [];
  const mac = digestBytes(macText ?? "");
  if (text === undefined || householdId === undefined || userId === undefined || mac === null) return null;
  return { claim: { householdId, userId, kind: kind as ReportKind }, text, mac };
}

export const unsubscribeUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/digest/unsubscribe/${token}`;
