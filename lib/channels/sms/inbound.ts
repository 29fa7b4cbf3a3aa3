import type { Language, Receipt } from "../../../schema/vocabulary.ts";
import { alertSubjectIn } from "../../language/given-names.ts";
import { TEXTS } from "../../language/languages.ts";
import { twimlOf } from "../twiml.ts";

/** What somebody who texts us back wants. */
type TextWish = "take" | "stop" | "start" | "help" | "other";

const WISHES: Readonly<Record<Exclude<TextWish, "other">, readonly string[]>> = {
  take: ["1", "ok", "yes", "si", "sí"],
  // The words that carriers and Twilio act on, too.
  stop: ["stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"],
  start: ["start", "unstop"],
  help: ["help", "info", "ayuda"],
};

/** What of a text's statuses is worth keeping (twilio.com/docs/messaging/api/message-resource#message-status-values). */
const TEXT_RECEIPTS: Readonly<Record<string, Receipt>> = {
  delivered: "delivered",
  read: "read",
  undelivered: "failed",
  failed: "failed",
};

/** Errors of a delivery after which no text will reach the number: unknown handset, a landline, STOP. */
const NUMBER_GONE = ["30005", "30006", "21610"];

export function readTextWish(body: string): TextWish {
  const word = body
    .trim()
    .toLowerCase()
    .replace(/[.!"“”]+/g, "");
  const found = Object.entries(WISHES).find(([, words]) => words.includes(word));
  return (found?.[0] ?? "other") as TextWish;
}

/** What came of a text, as its sender is answered; `taken` names the alert. */
export type TextAnswer =
  | { kind: "taken"; title: string }
  | { kind: "nothing" | "forbidden" | "help" | "other" };

export function textAnswer(answer: TextAnswer, language: Language): string {
  const words = TEXTS[language];
  return answer.kind === "taken" ? words.taken(alertSubjectIn(answer.title, language)) : words[answer.kind];
}

/** Twilio's answer to a text; null sends nothing back. */
export const textTwiml = (text: string | null): string =>
  twimlOf(text === null ? [] : [{ name: "Message", text }]);

export const textReceipt = (status: string | null): Receipt | null =>
  Object.hasOwn(TEXT_RECEIPTS, status ?? "") ? (TEXT_RECEIPTS[status ?? ""] ?? null) : null;

export const isNumberGone = (errorCode: string | null): boolean => NUMBER_GONE.includes(errorCode ?? "");
