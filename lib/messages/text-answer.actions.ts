import type { Channel, Language } from "../../schema/vocabulary.ts";
import { ALERT_LIMITS } from "../alerts/limits.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { TEXTS } from "../language/channel-words.ts";
import { alertSubjectIn } from "../language/given-names.ts";
import { takeAlerts } from "./answer-link.actions.ts";
import { findNotifiedAlert, findNumberLanguage, markNumberGone } from "./numbers.queries.ts";

const TEXT_CHANNEL: Channel = "sms";

/** What somebody who texts us back wants. */
type TextWish = "take" | "stop" | "start" | "help" | "other";

const WISHES: Readonly<Record<Exclude<TextWish, "other">, readonly string[]>> = {
  take: ["1", "ok", "yes", "si", "sí"],
  // The words that carriers and Twilio act on, too.
  stop: ["stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"],
  start: ["start", "unstop"],
  help: ["help", "info", "ayuda"],
};

function readTextWish(body: string): TextWish {
  const word = body
    .trim()
    .toLowerCase()
    .replace(/[.!"“”]+/g, "");
  const found = Object.entries(WISHES).find(([, words]) => words.includes(word));
  return (found?.[0] ?? "other") as TextWish;
}

/** A text to our number. `optOut`: Twilio has understood it as STOP, START or HELP, and answered it itself. */
type IncomingText = { from: string; body: string; optOut: string | null };

/**
 * Does what a text message asks for and returns the reply, or null for none. An unknown number gets no reply: each
 * reply costs money and reveals that somebody is here.
 */
export async function answerText(
  services: CoreServices,
  { from, body, optOut }: IncomingText,
): Promise<string | null> {
  const { db, clock } = services;
  const wish = readTextWish(optOut ?? body);
  const language = await findNumberLanguage(db, from);
  if (language === null) return null;
  switch (wish) {
    case "stop":
      await markNumberGone(db, { channel: TEXT_CHANNEL, address: from }, clock());
      return null;
    case "start":
      await markNumberGone(db, { channel: TEXT_CHANNEL, address: from }, null);
      return null;
    case "help":
    case "other":
      return optOut === null ? textAnswer({ kind: wish }, language) : null;
    case "take":
      return textAnswer(await take(services, from), language);
    default:
      return wish satisfies never;
  }
}

async function take(services: CoreServices, from: string): Promise<TextAnswer> {
  const since = new Date(services.clock().getTime() - ALERT_LIMITS.textReplyHours * HOUR_MS);
  const notified = await findNotifiedAlert(services.db, from, since);
  if (notified === null) return { kind: "nothing" };
  const taken = await takeAlerts(services, { ...notified, alerts: [notified.alert] }, null, "text");
  if (taken.ok) return { kind: "taken", title: notified.alert.title };
  return { kind: taken.problem.name === "role_forbids" ? "forbidden" : "nothing" };
}

/** What came of a text, as its sender is answered; `taken` names the alert. */
type TextAnswer = { kind: "taken"; title: string } | { kind: "nothing" | "forbidden" | "help" | "other" };

function textAnswer(answer: TextAnswer, language: Language): string {
  const words = TEXTS[language];
  return answer.kind === "taken" ? words.taken(alertSubjectIn(answer.title, language)) : words[answer.kind];
}
