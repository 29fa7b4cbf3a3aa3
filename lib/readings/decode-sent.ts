import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { decodeText, textOf } from "./decode-body.ts";
import { readText } from "./texts/read-text.ts";

const JSON_START = /^\ufeff?[\t\n\r ]*(?:[[{"]|$)/;

/** What the sender calls its body; only a form has to be named, since firmware calls JSON anything. */
export type SaidType = "json" | "form" | "other";

/** What a `Content-Type` says. */
export const saidType = (contentType: string | null): SaidType => {
  if (contentType === null) return "other";
  if (/json/i.test(contentType)) return "json";
  return /^application\/x-www-form-urlencoded/i.test(contentType) ? "form" : "other";
};

/** Like `decodeBody`, and what is a form, lines of measurements or CSV as the JSON that says the same. */
export const decodeSent = (bytes: Uint8Array, said: SaidType): Outcome<unknown> => {
  const text = textOf(bytes);
  if (text === null) return refuse("not_utf8");
  const read = said === "json" || JSON_START.test(text) ? null : readText(text, said === "form");
  return read === null ? decodeText(text) : done(read);
};
