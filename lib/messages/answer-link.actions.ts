import type { AckPath, Language } from "../../schema/vocabulary.ts";
import { acknowledgeAlert } from "../alerts/act-on-alert.actions.ts";
import { ALERT_LIMITS } from "../alerts/settings.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { TEXTS } from "../language/channel-words.ts";
import { alertSubjectIn } from "../language/given-names.ts";
import { isAlertToken } from "../outbox/links/tokens.ts";
import { may } from "../people/entitlement.ts";
import {
  findAlertLink,
  findNotifiedAlert,
  findNumberLanguage,
  markNumberGone,
  type OpenedLink,
} from "./numbers.queries.ts";

type LinkedAlerts = Pick<OpenedLink, "householdId" | "userId" | "role" | "alerts">;

/** What the short link of a message is about. Changes nothing: mail scanners follow every link. */
export async function openAlertLink({ db, clock }: CoreServices, token: string) {
  const opened = isAlertToken(token) ? await findAlertLink(db, token, clock()) : null;
  return opened === null || opened.alerts.length === 0 ? refuse("dead_link") : done(opened);
}

/** Acknowledges everything that is open in the message, in the name of its recipient. Repeating it is no mistake. */
export async function answerAlertLink(
  services: CoreServices,
  token: string,
  ip: string | null,
  via: AckPath = "link",
): Promise<Outcome<OpenedLink>> {
  const opened = await openAlertLink(services, token);
  if (!opened.ok) return opened;
  const taken = await takeAlerts(services, opened.value, ip, via);
  return taken.ok ? opened : taken;
}

/** Acknowledges those of a reader's alerts that are open: a link's, or those that a text or a call was about. */
async function takeAlerts(
  services: CoreServices,
  { householdId, userId, role, alerts }: LinkedAlerts,
  ip: string | null,
  via: AckPath,
): Promise<Outcome<"taken">> {
  // The role is today's, whatever it was when the message was written.
  if (may("acknowledge_alert", { role, plan: "free" }) !== "yes") return refuse("role_forbids");
  const open = alerts.filter(({ closedAt }) => closedAt === null);
  if (open.length === 0) return refuse("alert_over");
  const actor = { type: "user", id: userId, ip } as const;
  for (const { id } of open) {
    const taken = await acknowledgeAlert(services, { householdId, actor }, id, via);
    if (!taken.ok && taken.problem.name !== "not_found") return taken;
  }
  return done("taken");
}

/** What somebody who texts us back wants, by their word. */
const WISHES = {
  take: ["1", "ok", "yes", "si", "sí"],
  // The words that carriers and Twilio act on, too.
  stop: ["stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"],
  start: ["start", "unstop"],
  help: ["help", "info", "ayuda"],
} as const;

const readTextWish = (body: string): keyof typeof WISHES | "other" => {
  const word = body
    .trim()
    .toLowerCase()
    .replace(/[.!"“”]+/g, "");
  const wishes = Object.keys(WISHES) as (keyof typeof WISHES)[];
  return wishes.find((wish) => WISHES[wish].some((each) => each === word)) ?? "other";
};

/** A text to our number. `optOut`: Twilio has understood it as STOP, START or HELP, and answered it itself. */
type IncomingText = { from: string; body: string; optOut: string | null };

/**
 * Does what a text message asks for and returns the reply, or null for none. An unknown number gets no reply: each
 * reply costs money and reveals that somebody is here.
 */
export async function answerText(services: CoreServices, { from, body, optOut }: IncomingText) {
  const { db, clock } = services;
  const wish = readTextWish(optOut ?? body);
  const language = await findNumberLanguage(db, from);
  if (language === null) return null;
  switch (wish) {
    case "stop":
    case "start":
      await markNumberGone(db, { channel: "sms", address: from }, wish === "stop" ? clock() : null);
      return null;
    case "help":
    case "other":
      return optOut === null ? TEXTS[language][wish] : null;
    case "take":
      return await take(services, from, language);
    default:
      return wish satisfies never;
  }
}

async function take(services: CoreServices, from: string, language: Language): Promise<string> {
  const words = TEXTS[language];
  const since = new Date(services.clock().getTime() - ALERT_LIMITS.textReplyHours * HOUR_MS);
  const notified = await findNotifiedAlert(services.db, from, since);
  if (notified === null) return words.nothing;
  const taken = await takeAlerts(services, { ...notified, alerts: [notified.alert] }, null, "text");
  if (taken.ok) return words.taken(alertSubjectIn(notified.alert, language));
  return taken.problem.name === "role_forbids" ? words.forbidden : words.nothing;
}
