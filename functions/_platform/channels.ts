import { firebasePush } from "../../lib/adapters/channels/firebase-push.ts";
import { resendEmail } from "../../lib/adapters/channels/resend-email.ts";
import { twilioBalance } from "../../lib/adapters/channels/twilio-balance.ts";
import { twilioSms } from "../../lib/adapters/channels/twilio-sms.ts";
import { webhookSender } from "../../lib/adapters/channels/webhook.ts";
import type { Channels, ReadBalance, SendMessage } from "../../lib/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import { CHANNELS, type Channel } from "../../schema/vocabulary.ts";
import { configuredChannels } from "./configured-channels.ts";
import { type Environment, optional, required } from "./environment.ts";
import { feedPorts } from "./feed-ports.ts";
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
  webhook: (environment) =>
    webhookSender({
      rules: webhookRules(environment),
      resolveHost: feedPorts(environment).resolveHost ?? (async () => []),
      clock: () => new Date(),
    }),
};

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
