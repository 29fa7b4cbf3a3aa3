import { twilioVoice } from "../../lib/channels/call/twilio-voice.vendor.ts";
import { calledCancel, calledSender } from "../../lib/channels/called.vendor.ts";
import { resendEmail } from "../../lib/channels/email/resend.vendor.ts";
import { firebasePush } from "../../lib/channels/push/firebase.vendor.ts";
import { receiptUrl } from "../../lib/channels/receipt-url.ts";
import { CHANNEL_CALLS } from "../../lib/channels/registry.ts";
import { twilioSms } from "../../lib/channels/sms/twilio.vendor.ts";
import { telegramBot } from "../../lib/channels/telegram/bot.vendor.ts";
import { twilioBalance } from "../../lib/channels/twilio.vendor.ts";
import { webhookSender } from "../../lib/channels/webhook/sender.vendor.ts";
import type { Channels, EndRing, ReadBalance, SendMessage, TelegramBot } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { MESSAGE_LIMITS } from "../../lib/messages/limits.ts";
import { CALLED_CHANNELS, type CalledChannel, CHANNELS, type Channel } from "../../schema/vocabulary.ts";
import { baseUrl, type Environment, optional, required } from "./environment.ts";
import { feedPorts, webhookRules } from "./feed-ports.ts";
import { telegramSecret } from "./secrets.ts";
import { configuredChannels } from "./sending-policy.ts";

const DEFAULT_SENDER = "Hearthwatch <onboarding@resend.dev>";

/** What Telegram's webhook is called in our addresses. */
const UPDATES = "updates";

/** The channels whose sender is their own; the others are one HTTP call each. */
const SENDERS: { [C in Exclude<Channel, CalledChannel>]: (environment: Environment) => SendMessage } = {
  email: (environment) =>
    environment.MACHINE?.mail ??
    resendEmail({
      apiKey: required(environment, "RESEND_API_KEY"),
      from: optional(environment, "EMAIL_FROM") ?? DEFAULT_SENDER,
      baseUrl: optional(environment, "RESEND_BASE_URL"),
    }),
  sms: (environment) =>
    twilioSms({
      ...twilioAccount(environment),
      from: required(environment, "TWILIO_FROM"),
      statusUrl: publicReceipts(environment, "sms"),
      takesReplies: optional(environment, "TWILIO_REPLIES") === "on",
    }),
  push: (environment) => firebasePush({ serviceAccount: required(environment, "FIREBASE_SERVICE_ACCOUNT") }),
  webhook: (environment) => webhookSender(guardOf(environment)),
  call: (environment) =>
    twilioVoice({
      ...twilioAccount(environment),
      from: optional(environment, "TWILIO_CALL_FROM") ?? required(environment, "TWILIO_FROM"),
      statusUrl: publicReceipts(environment, "call"),
      clock: () => new Date(),
    }),
};

const isCalled = (channel: Channel): channel is CalledChannel =>
  CALLED_CHANNELS.some((each) => each === channel);

/** A channel that is one HTTP call, with what the operator has set for its provider. */
function calledBy(environment: Environment, channel: CalledChannel) {
  const { variables } = CHANNEL_CALLS[channel];
  const provider = {
    token: variables === undefined ? null : required(environment, variables.token),
    baseUrl: variables === undefined ? null : (optional(environment, variables.baseUrl) ?? null),
  };
  return { ...guardOf(environment), call: CHANNEL_CALLS[channel], provider };
}

/** Ends what rings at the provider of a called channel that is configured. */
export function endRing(environment: Environment): EndRing {
  const configured = configuredChannels(environment);
  return async (channel, providerId) => {
    if (!isCalled(channel) || !configured[channel]) return true;
    return await calledCancel(calledBy(environment, channel))(providerId);
  };
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
    ? twilioBalance({ ...twilioAccount(environment), timeoutMs: MESSAGE_LIMITS.providerTimeoutMs })
    : null;

/** Where a provider posts what becomes of a message; null where nobody outside reaches this service. */
function publicReceipts(environment: Environment, channel: Channel): ((messageId: string) => string) | null {
  const origin = baseUrl(environment);
  return origin.startsWith("https:") ? (id) => receiptUrl(origin, channel, id) : null;
}

const twilioAccount = (environment: Environment) => ({
  accountSid: required(environment, "TWILIO_ACCOUNT_SID"),
  authToken: required(environment, "TWILIO_AUTH_TOKEN"),
  baseUrl: optional(environment, "TWILIO_BASE_URL"),
});

/** The channels whose provider is configured; the others are null, and their messages wait. */
export function channels(environment: Environment): Channels {
  const configured = configuredChannels(environment);
  const senderOf = (channel: Channel): SendMessage =>
    isCalled(channel) ? calledSender(calledBy(environment, channel)) : SENDERS[channel](environment);
  const built = CHANNELS.map((channel) => [channel, configured[channel] ? senderOf(channel) : null]);
  return Object.fromEntries(built) as Channels;
}

/** The bot as the function that sends has it; null where there is none. */
export function telegram(
  environment: Environment,
  { clock, report }: Pick<Services, "clock" | "report">,
): TelegramBot | null {
  const token = optional(environment, "TELEGRAM_BOT_TOKEN");
  if (token === undefined) return null;
  const origin = baseUrl(environment);
  const { sign } = telegramSecret(environment);
  // Telegram calls only by TLS; and a stand-in calls nobody.
  const isReached = origin.startsWith("https:") && optional(environment, "TELEGRAM_BASE_URL") === undefined;
  const webhook = isReached ? { url: receiptUrl(origin, "telegram", UPDATES), secret: sign } : null;
  return telegramBot({ token, baseUrl: optional(environment, "TELEGRAM_BASE_URL"), webhook, clock, report });
}
