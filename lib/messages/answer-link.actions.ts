import type { AckPath, Language } from "../../schema/vocabulary.ts";
import { acknowledgeAlert } from "../alerts/act-on-alert.actions.ts";
import { ALERT_LIMITS } from "../alerts/settings.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { type Holder, heldText, TEXTS } from "../language/channel-words.ts";
import { alertSubjectIn } from "../language/given-names.ts";
import { isAlertToken } from "../outbox/links/tokens.ts";
import { may } from "../people/entitlement.ts";
import {
  findAlertLink,
  findNotifiedAlert,
  findNumberLanguage,
  findShortName,
  markNumberGone,
  type OpenedLink,
} from "./numbers.queries.ts";

type LinkedAlerts = Pick<OpenedLink, "householdId" | "userId" | "role" | "alerts">;

/** Returns the alerts behind a message's short link. Changes nothing, because mail scanners follow every link. */
export async function openAlertLink({ db, clock }: CoreServices, token: string) {
  const opened = isAlertToken(token) ? await findAlertLink(db, token, clock()) : null;
  return opened === null || opened.alerts.length === 0 ? refuse("dead_link") : done(opened);
}

/** Acknowledges the message's open alerts in its recipient's name, unless somebody else has them. Safe to repeat. */
export async function answerAlertLink(
  services: CoreServices,
  token: string,
  ip: string | null,
  via: AckPath = "link",
): Promise<Outcome<Holder>> {
  const opened = await openAlertLink(services, token);
  return opened.ok ? await acknowledgeOpen(services, opened.value, ip, via) : opened;
}

/** Acknowledges the open ones among the given alerts: those of a link, or of the text or call that was answered. */
async function acknowledgeOpen(
  services: CoreServices,
  { householdId, userId, role, alerts }: LinkedAlerts,
  ip: string | null,
  via: AckPath,
): Promise<Outcome<Holder>> {
  // The current role decides, not the role at the time of the message.
  if (may("acknowledge_alert", { role, plan: "free" }) !== "yes") return refuse("role_forbids");
  const open = alerts.filter(({ closedAt }) => closedAt === null);
  const actor = { type: "user", id: userId, ip } as const;
  const holders: (string | null)[] = [];
  for (const { id } of open) {
    const taken = await acknowledgeAlert(services, { householdId, actor }, id, via);
    if (!taken.ok && taken.problem.name !== "not_found") return taken;
    if (taken.ok && taken.value.alert.state === "open") holders.push(taken.value.alert.acknowledged_by);
  }
  const [holder] = holders;
  if (holder === undefined) return refuse("alert_over");
  return done(holders.includes(userId) ? "self" : { name: await findShortName(services.db, holder) });
}

/** The words of a text reply that we understand, by what the sender wants. */
const WISHES = {
  take: ["1", "ok", "yes", "si", "sí"],
  // Carriers and Twilio act on these words too.
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

/** A text to our number. `optOut`: the keyword (STOP, START, HELP) that Twilio has recognized and answered, or null. */
type IncomingText = { from: string; body: string; optOut: string | null };

/**
 * Does what a text message asks for and returns the reply, or null for none. An unknown number gets no reply: each
 * reply costs money and reveals that our number is in use.
 */
export async function answerText(services: CoreServices, { from, body, optOut }: IncomingText) {
  const { db, clock } = services;
  const wish = readTextWish(optOut ?? body);
  const language = await findNumberLanguage(db, from);
  if (language === null) return null;
  if (wish === "take") return await take(services, from, language);
  if (wish === "help" || wish === "other") return optOut === null ? TEXTS[language][wish] : null;
  await markNumberGone(db, from, wish === "stop" ? clock() : null);
  return null;
}

async function take(services: CoreServices, from: string, language: Language): Promise<string> {
  const words = TEXTS[language];
  const since = new Date(services.clock().getTime() - ALERT_LIMITS.textReplyHours * HOUR_MS);
  const notified = await findNotifiedAlert(services.db, from, since);
  if (notified === null) return words.nothing;
  const taken = await acknowledgeOpen(services, { ...notified, alerts: [notified.alert] }, null, "text");
  if (taken.ok) return heldText(taken.value, language, words.taken(alertSubjectIn(notified.alert, language)));
  return taken.problem.name === "role_forbids" ? words.forbidden : words.nothing;
}
