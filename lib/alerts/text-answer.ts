import type { Language } from "../../schema/vocabulary.ts";
import { TEXTS } from "../language/channel-words.ts";
import { alertSubjectIn } from "../language/given-names.ts";

/** What somebody who texts us back wants. */
type TextWish = "take" | "stop" | "start" | "help" | "other";

const WISHES: Readonly<Record<Exclude<TextWish, "other">, readonly string[]>> = {
  take: ["1", "ok", "yes", "si", "sí"],
  // The words that carriers and Twilio act on, too.
  stop: ["stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"],
  start: ["start", "unstop"],
  help: ["help", "info", "ayuda"],
};

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
