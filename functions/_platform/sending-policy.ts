import { CHANNEL_RULES } from "../../lib/channels/registry.ts";
import type { ProviderVariable } from "../../lib/channels/rules.ts";
import type { ConfiguredChannels, SendingPolicy, WebPush } from "../../lib/kernel/ports.ts";
import { CHANNELS } from "../../schema/vocabulary.ts";
import type { Reads } from "./variables.ts";

export type ProviderEnv = Reads<ProviderVariable | "MACHINE">;

/** The providers that an operator sets up, and the variables that each needs. */
export const PROVIDERS: readonly { name: string; needs: readonly string[] }[] = [
  { name: "Mail", needs: CHANNEL_RULES.email.needs },
  { name: "Text messages", needs: CHANNEL_RULES.sms.needs },
  { name: "Push", needs: CHANNEL_RULES.push.needs },
];

export type PolicyEnv = Reads<
  "SMS_PER_DAY" | "CALLS_PER_DAY" | "SMS_COUNTRY_PREFIXES" | "MAILS_PER_SECOND" | "NEWCOMER_MAILS_PER_DAY"
>;

/** Returns what this installation may send. */
export const sendingPolicy = (env: PolicyEnv): SendingPolicy => ({
  smsPerDay: env.SMS_PER_DAY,
  callsPerDay: env.CALLS_PER_DAY,
  smsPrefixes: env.SMS_COUNTRY_PREFIXES.map(({ prefix }) => prefix),
  smsPrices: Object.fromEntries(env.SMS_COUNTRY_PREFIXES.map(({ prefix, price }) => [prefix, price])),
  mailsPerSecond: env.MAILS_PER_SECOND,
  newcomerMailsPerDay: env.NEWCOMER_MAILS_PER_DAY,
});

/**
 * Returns which channels are configured, without loading the providers' packages, for functions that don't send but
 * show what will be sent.
 */
export function configuredChannels(env: ProviderEnv): ConfiguredChannels {
  const states = CHANNELS.map((channel) => [
    channel,
    (channel === "email" && env.MACHINE?.mail !== undefined) ||
      CHANNEL_RULES[channel].needs.every((name) => env[name] !== undefined),
  ]);
  return Object.fromEntries(states) as ConfiguredChannels;
}

/**
 * Returns the settings of web push, or null if neither is set: FIREBASE_WEB_CONFIG (the web app's configuration as
 * JSON) and FIREBASE_WEB_VAPID_KEY (its public key).
 * @throws Error naming the one that is missing, so that a mistake shows at startup
 */
export function webPush({
  FIREBASE_WEB_CONFIG: config,
  FIREBASE_WEB_VAPID_KEY: vapidKey,
}: Partial<Reads<"FIREBASE_WEB_CONFIG" | "FIREBASE_WEB_VAPID_KEY">>): WebPush | null {
  if (config === undefined && vapidKey === undefined) return null;
  if (config === undefined) throw new Error("FIREBASE_WEB_CONFIG is not set, but FIREBASE_WEB_VAPID_KEY is");
  if (vapidKey === undefined)
    throw new Error("FIREBASE_WEB_VAPID_KEY is not set, but FIREBASE_WEB_CONFIG is");
  return { config, vapidKey };
}
