import { twilioVoice } from "../../lib/channels/call/twilio-voice.vendor.ts";
import { calledCancel, calledSender } from "../../lib/channels/called.vendor.ts";
import { resendEmail } from "../../lib/channels/email/resend.vendor.ts";
import { receiptUrl } from "../../lib/channels/message-parts.ts";
import type { Channels, SendMessage, TelegramBot } from "../../lib/channels/ports.ts";
import { firebasePush } from "../../lib/channels/push/firebase.vendor.ts";
import { CHANNEL_CALLS } from "../../lib/channels/registry.ts";
import { twilioSms } from "../../lib/channels/sms/twilio.vendor.ts";
import { telegramBot } from "../../lib/channels/telegram/bot.vendor.ts";
import { webhookSender } from "../../lib/channels/webhook/sender.vendor.ts";
import type { EndRing } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { CALLED_CHANNELS, type CalledChannel, CHANNELS, type Channel } from "../../schema/vocabulary.ts";
import { telegramSecret } from "./core.ts";
import { configuredChannels } from "./sending-policy.ts";
import { type Env, needed } from "./variables.ts";

type SenderEnv = Env<"cron">;

const DEFAULT_SENDER = "Hearthwatch <onboarding@resend.dev>";

/** The last segment of our address for Telegram's webhook. */
const UPDATES = "updates";

/** The channels with a sender of their own. Each other channel is one HTTP call. */
const SENDERS: {
  [C in Exclude<Channel, CalledChannel>]: (env: SenderEnv, services: Services) => SendMessage;
} = {
  email: (env) =>
    env.MACHINE?.mail ??
    resendEmail({
      apiKey: needed("RESEND_API_KEY", env.RESEND_API_KEY),
      from: env.EMAIL_FROM ?? DEFAULT_SENDER,
      baseUrl: env.RESEND_BASE_URL,
    }),
  sms: (env) =>
    twilioSms({
      ...twilioAccount(env),
      from: needed("TWILIO_FROM", env.TWILIO_FROM),
      statusUrl: publicReceipts(env, "sms"),
      takesReplies: env.TWILIO_REPLIES === "on",
    }),
  push: (env) =>
    firebasePush({ serviceAccount: needed("FIREBASE_SERVICE_ACCOUNT", env.FIREBASE_SERVICE_ACCOUNT) }),
  webhook: (_, services) => webhookSender(guardOf(services)),
  call: (env, { clock }) =>
    twilioVoice({
      ...twilioAccount(env),
      from: env.TWILIO_CALL_FROM ?? needed("TWILIO_FROM", env.TWILIO_FROM),
      statusUrl: publicReceipts(env, "call"),
      clock,
    }),
};

const isCalled = (channel: Channel): channel is CalledChannel =>
  CALLED_CHANNELS.some((each) => each === channel);

/** Returns a called channel's HTTP call with the operator's settings for its provider. */
function calledBy(env: SenderEnv, services: Services, channel: CalledChannel) {
  const { variables } = CHANNEL_CALLS[channel];
  const provider = {
    token: variables === undefined ? null : needed(variables.token, env[variables.token]),
    baseUrl: variables === undefined ? null : (env[variables.baseUrl] ?? null),
  };
  return { ...guardOf(services), call: CHANNEL_CALLS[channel], provider };
}

/** Returns a function that stops a message which its provider repeats. Resolves to true if there is nothing to stop. */
export function endRing(env: SenderEnv, services: Services): EndRing {
  const configured = configuredChannels(env);
  return async (channel, providerId) => {
    if (!isCalled(channel) || !configured[channel]) return true;
    return await calledCancel(calledBy(env, services, channel))(providerId);
  };
}

/** People's addresses may lead anywhere, so these channels are called under the same rules as feeds. */
const guardOf = ({ webhookRules, resolveHost, clock }: Services) => ({
  rules: webhookRules,
  resolveHost: resolveHost ?? (async () => []),
  clock,
});

/** Returns the URL for a provider's status callbacks, or null if this service has no public address. */
function publicReceipts(env: SenderEnv, channel: Channel): ((messageId: string) => string) | null {
  const origin = env.BASE_URL;
  return origin.startsWith("https:") ? (id) => receiptUrl(origin, channel, id) : null;
}

const twilioAccount = (env: SenderEnv) => ({
  accountSid: needed("TWILIO_ACCOUNT_SID", env.TWILIO_ACCOUNT_SID),
  authToken: needed("TWILIO_AUTH_TOKEN", env.TWILIO_AUTH_TOKEN),
  baseUrl: env.TWILIO_BASE_URL,
});

/** Builds the configured channels. The others are null, and their messages wait. */
export function channels(env: SenderEnv, services: Services): Channels {
  const configured = configuredChannels(env);
  const senderOf = (channel: Channel): SendMessage =>
    isCalled(channel) ? calledSender(calledBy(env, services, channel)) : SENDERS[channel](env, services);
  const built = CHANNELS.map((channel) => [channel, configured[channel] ? senderOf(channel) : null]);
  return Object.fromEntries(built) as Channels;
}

/** Builds the Telegram bot of the sending function, or returns null if no token is set. */
export function telegram(env: SenderEnv, { clock, report }: Services): TelegramBot | null {
  const token = env.TELEGRAM_BOT_TOKEN;
  if (token === undefined) return null;
  const origin = env.BASE_URL;
  const { sign } = telegramSecret(env);
  // Telegram calls webhooks only over TLS, and a stand-in never calls.
  const isReached = origin.startsWith("https:") && env.TELEGRAM_BASE_URL === undefined;
  const webhook = isReached ? { url: receiptUrl(origin, "telegram", UPDATES), secret: sign } : null;
  return telegramBot({ token, baseUrl: env.TELEGRAM_BASE_URL, webhook, clock, report });
}
