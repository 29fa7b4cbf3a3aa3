import type { Receipt } from "../../../schema/vocabulary.ts";
import { twimlOf } from "../twiml.ts";

/** What of a text's statuses is worth keeping (twilio.com/docs/messaging/api/message-resource#message-status-values). */
const TEXT_RECEIPTS: Readonly<Record<string, Receipt>> = {
  delivered: "delivered",
  read: "read",
  undelivered: "failed",
  failed: "failed",
};

/** Errors of a delivery after which no text will reach the number: unknown handset, a landline, STOP. */
const NUMBER_GONE = ["30005", "30006", "21610"];

/** Twilio's answer to a text; null sends nothing back. */
export const textTwiml = (text: string | null): string =>
  twimlOf(text === null ? [] : [{ name: "Message", text }]);

export const textReceipt = (status: string | null): Receipt | null =>
  Object.hasOwn(TEXT_RECEIPTS, status ?? "") ? (TEXT_RECEIPTS[status ?? ""] ?? null) : null;

export const isNumberGone = (errorCode: string | null): boolean => NUMBER_GONE.includes(errorCode ?? "");
