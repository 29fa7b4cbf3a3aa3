import { BUDGET_LIMITS } from "../../lib/budget/limits.ts";
import { CHANNEL_RULES } from "../../lib/channels/registry.ts";
import type { SendingPolicy } from "../../lib/channels/rules.ts";
import type { ConfiguredChannels, WebPush } from "../../lib/kernel/ports.ts";
import { CHANNELS } from "../../schema/vocabulary.ts";
import { type Environment, optional } from "./environment.ts";
import { PLATFORM_LIMITS } from "./limits.ts";
import type { TextVariable } from "./variables.ts";

const PREFIX = /^(\+[1-9]\d{0,8})(?::(\d{1,3}))?$/;

const FIELDS = [
  "apiKey",
  "appId",
  "messagingSenderId",
  "projectId",
] as const satisfies (keyof WebPush["config"])[];

/**
 * What this installation may send: SMS_PER_DAY, CALLS_PER_DAY, SMS_COUNTRY_PREFIXES (such as `+1,+49:8`: a text to Germany counts as
 * eight), MAILS_PER_SECOND and NEWCOMER_MAILS_PER_DAY.
 * @throws Error naming the variable that makes no sense, so that a slip is found at the start
 */
export const sendingPolicy = (environment: Environment): SendingPolicy => ({
  smsPerDay: numberOf(environment, "SMS_PER_DAY", BUDGET_LIMITS.instanceSmsPerDay),
  callsPerDay: numberOf(environment, "CALLS_PER_DAY", BUDGET_LIMITS.instanceCallsPerDay),
  ...destinations(environment),
  mailsPerSecond: numberOf(environment, "MAILS_PER_SECOND", PLATFORM_LIMITS.mailsPerSecond),
  newcomerMailsPerDay: numberOf(
    environment,
    "NEWCOMER_MAILS_PER_DAY",
    BUDGET_LIMITS.instanceNewcomerMailsPerDay,
  ),
});

/** The operators get a message when the text message provider's balance falls to this, in the account's currency. */
export const smsBalanceWarning = (environment: Environment): number =>
  numberOf(environment, "SMS_BALANCE_WARNING", PLATFORM_LIMITS.smsBalanceWarning);

function numberOf(environment: Environment, name: TextVariable, otherwise: number): number {
  const given = optional(environment, name);
  const value = given === undefined ? otherwise : Number(given);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} is no number`);
  return value;
}

function destinations(environment: Environment): Pick<SendingPolicy, "smsPrefixes" | "smsPrices"> {
  const given = (optional(environment, "SMS_COUNTRY_PREFIXES") ?? "+1").split(",").map((each) => each.trim());
  const read = given.map((entry) => {
    const [, prefix, price = "1"] = PREFIX.exec(entry) ?? [];
    if (prefix === undefined || price === "0")
      throw new Error(`SMS_COUNTRY_PREFIXES: "${entry}" is no prefix such as +1, or +49:8 with its price`);
    return [prefix, Number(price)] as const;
  });
  return { smsPrefixes: read.map(([prefix]) => prefix), smsPrices: Object.fromEntries(read) };
}

/**
 * Looks without the providers' packages, for the functions that do not send and have to say what will be
 * sent.
 */
export function configuredChannels(environment: Environment): ConfiguredChannels {
  const states = CHANNELS.map((channel) => [
    channel,
    (channel === "email" && environment.MACHINE?.mail !== undefined) ||
      CHANNEL_RULES[channel].needs.every((name) => optional(environment, name) !== undefined),
  ]);
  return Object.fromEntries(states) as ConfiguredChannels;
}

/**
 * FIREBASE_WEB_CONFIG (the web app's configuration as JSON) and FIREBASE_WEB_VAPID_KEY (its public key for web push);
 * null where neither is set.
 * @throws Error naming the variable that is missing or makes no sense, so that a slip is found at the start
 */
export function webPush(environment: Environment): WebPush | null {
  const text = optional(environment, "FIREBASE_WEB_CONFIG");
  const vapidKey = optional(environment, "FIREBASE_WEB_VAPID_KEY");
  if (text === undefined && vapidKey === undefined) return null;
  if (text === undefined) throw new Error("FIREBASE_WEB_CONFIG is not set, but FIREBASE_WEB_VAPID_KEY is");
  if (vapidKey === undefined)
    throw new Error("FIREBASE_WEB_VAPID_KEY is not set, but FIREBASE_WEB_CONFIG is");
  return { config: configOf(text), vapidKey };
}

function configOf(text: string): WebPush["config"] {
  const given = parsed(text);
  const fields = FIELDS.map((name) => [name, given[name]] as const);
  const wrong = fields.find(([, value]) => typeof value !== "string" || value === "");
  if (wrong !== undefined) throw new Error(`FIREBASE_WEB_CONFIG has no ${wrong[0]}`);
  return Object.fromEntries(fields) as WebPush["config"];
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {
    // Said below, like any other text that is no object.
  }
  throw new Error("FIREBASE_WEB_CONFIG is no JSON object");
}
