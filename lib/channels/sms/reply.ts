import type { Language } from "../../../schema/vocabulary.ts";
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

const WORDS: Record<
  Language,
  Record<Exclude<TextAnswer["kind"], "taken">, string> & { taken: (title: string) => string }
> = {
  en: {
    taken: (title) => `You're on it: ${title}. We'll stop reminders unless it gets worse.`,
    nothing: "There's no open alert that this number was sent in the last 12 hours.",
    forbidden: "Your role in this home doesn't allow acknowledging alerts.",
    help: "Hearthwatch texts you about your home's alerts. Reply 1 to acknowledge the latest one, STOP to end texts.",
    other: "We didn't understand that. Reply 1 to acknowledge the latest alert, STOP to end texts.",
  },
  es: {
    taken: (title) => `Usted se ocupa: ${title}. No habrá más recordatorios, salvo que empeore.`,
    nothing: "No hay ninguna alerta abierta que se haya enviado a este número en las últimas 12 horas.",
    forbidden: "Su función en este hogar no permite ocuparse de alertas.",
    help: "Hearthwatch le avisa de las alertas de su hogar. Responda 1 para ocuparse de la última, STOP para no recibir más mensajes.",
    other: "No lo hemos entendido. Responda 1 para ocuparse de la última alerta, STOP para no recibir más.",
  },
};

export function textAnswer(answer: TextAnswer, language: Language): string {
  const words = WORDS[language];
  return answer.kind === "taken" ? words.taken(answer.title) : words[answer.kind];
}

/** Twilio's answer to a text; null sends nothing back. */
export const textTwiml = (text: string | null): string =>
  twimlOf(text === null ? [] : [{ name: "Message", text }]);
