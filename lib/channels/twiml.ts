import type { Receipt } from "../../schema/vocabulary.ts";
import { escapeXml } from "../kernel/text.ts";

/** One element of TwiML: `<Say language="en-US">…</Say>`. */
export type TwimlElement = {
  name: "Message" | "Say" | "Gather" | "Pause" | "Hangup";
  attributes?: Readonly<Record<string, string>>;
  text?: string;
  inside?: readonly TwimlElement[];
};

/** Cuts a text to at most this many characters after escaping. */
export function twimlWithin(text: string, unitsMax: number): string {
  let units = 0;
  const kept = [...text].filter((character) => {
    units += escapeXml(character).length;
    return units <= unitsMax;
  });
  return kept.join("");
}

/** Writes TwiML (twilio.com/docs/voice/twiml). Escapes all text: no room's name can break out of its element. */
export const twimlOf = (elements: readonly TwimlElement[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${elements.map(elementText).join("")}</Response>`;

function elementText({ name, attributes = {}, text = "", inside = [] }: TwimlElement): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join("")}>${escapeXml(text)}${inside.map(elementText).join("")}</${name}>`;
}

/** The statuses of a text that we store (twilio.com/docs/messaging/api/message-resource#message-status-values). */
const TEXT_RECEIPTS = new Map<string | null, Receipt>([
  ["delivered", "delivered"],
  ["read", "read"],
  ["undelivered", "failed"],
  ["failed", "failed"],
]);

/** Delivery errors after which no text will reach the number: unknown number, landline, STOP. */
const NUMBER_GONE = ["30005", "30006", "21610"];

/** Writes our response to an incoming text; null sends no reply. */
export const textTwiml = (text: string | null): string =>
  twimlOf(text === null ? [] : [{ name: "Message", text }]);

export const textReceipt = (status: string | null): Receipt | null => TEXT_RECEIPTS.get(status) ?? null;

export const isNumberGone = (errorCode: string | null): boolean => NUMBER_GONE.includes(errorCode ?? "");
