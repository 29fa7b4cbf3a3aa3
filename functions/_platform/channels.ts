import { calledSender } from "../../lib/channels/called.vendor.ts";
import { resendEmail } from "../../lib/channels/email/resend.vendor.ts";
import { firebasePush } from "../../lib/channels/push/firebase.vendor.ts";
import { CHANNEL_CALLS } from "../../lib/channels/registry.ts";
import { twilioSms } from "../../lib/channels/sms/twilio.vendor.ts";
import { twilioBalance } from "../../lib/channels/sms/twilio-balance.vendor.ts";
import { webhookSender } from "../../lib/channels/webhook/sender.vendor.ts";
import type { Channels, ReadBalance, SendMessage } from "../../lib/kernel/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type CalledChannel, CHANNELS, type Channel } from "../../schema/vocabulary.ts";
import { configuredChannels } from "./configured-channels.ts";
import { type Environment, optional, required } from "./environment.ts";
import { feedPorts } from "./feed-ports.ts";
import type { TextVariable } from "./variables.ts";
import { webhookRules } from "./webhook-rules.ts";

const DEFAULT_SENDER = "Hearthwatch <onboarding@resend.dev>";

const SENDERS: { [C in Channel]: (environment: Environment) => SendMessage } = {
  email: (environment) =>
    environment.MACHINE?.mail ??
    resendEmail({
      apiKey: required(environment, "RESEND_API_KEY"),
      from: optional(environment, "EMAIL_FROM") ?? DEFAULT_SENDER,
      baseUrl: optional(environment, "RESEND_BASE_URL"),
    }),
  sms: (environment) =>
    twilioSms({ ...twilioAccount(environment), from: required(environment, "TWILIO_FROM") }),
  push: (environment) => firebasePush({ serviceAccount: required(environment, "FIREBASE_SERVICE_ACCOUNT") }),
  webhook: (environment) => webhookSender(guardOf(environment)),
  ntfy: called("ntfy"),
  telegram: called("telegram", "TELEGRAM_BOT_TOKEN", "TELEGRAM_BASE_URL"),
  pushover: called("pushover", "PUSHOVER_TOKEN", "PUSHOVER_BASE_URL"),
  discord: called("discord"),
  chat: called("chat"),
  home_assistant: called("home_assistant"),
  apprise: called("apprise"),
};

/** A channel that is one HTTP call, with what the operator has set for its provider. */
function called(channel: CalledChannel, token?: TextVariable, baseUrl?: TextVariable) {
  return (environment: Environment): SendMessage =>
    calledSender({
      ...guardOf(environment),
      call: CHANNEL_CALLS[channel],
      provider: {
        token: token === undefined ? null : required(environment, token),
        baseUrl: (baseUrl && optional(environment, baseUrl)) ?? null,
      },
    });
}

/** What people type may lead anywhere: these channels call it under the rules of feeds. */
const guardOf = (environment: Environment) => ({
  rules: webhookRules(environment),
  resolveHost: feedPorts(environment).resolveHost ?? (async () => []),
  clock: () => new Date(),
});

/** Null where text messages are not configured. */
export const smsBalance = (environment: Environment): ReadBalance | null =>
  configuredChannels(environment).sms
    ? twilioBalance({ ...twilioAccount(environment), timeoutMs: LIMITS.providerTimeoutMs })
    : null;

const twilioAccount = (environment: Environment) => ({
  accountSid: required(environment, "TWILIO_ACCOUNT_SID"),
  authToken: required(environment, "TWILIO_AUTH_TOKEN"),
  baseUrl: optional(environment, "TWILIO_BASE_URL"),
});

/** The channels whose provider is configured; the others are null, and their messages wait. */
export function channels(environment: Environment): Channels {
  const configured = configuredChannels(environment);
  const built = CHANNELS.map((channel) => [
    channel,
    configured[channel] ? SENDERS[channel](environment) : null,
  ]);
  return Object.fromEntries(built) as Channels;
}
