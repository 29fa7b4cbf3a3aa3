import { firebasePush } from "../../lib/adapters/channels/firebase-push.ts";
import { resendEmail } from "../../lib/adapters/channels/resend-email.ts";
import { twilioSms } from "../../lib/adapters/channels/twilio-sms.ts";
import type { Channels, SendMessage } from "../../lib/ports.ts";
import { configuredChannels } from "./configured-channels.ts";
import { type Environment, optional, required } from "./environment.ts";

const DEFAULT_SENDER = "Hearthwatch <onboarding@resend.dev>";

/** The channels whose provider is configured; the others are null, and their messages wait. */
export function channels(environment: Environment): Channels {
  const configured = configuredChannels(environment);
  return {
    email: configured.email ? email(environment) : null,
    sms: configured.sms ? sms(environment) : null,
    push: configured.push ? push(environment) : null,
  };
}

const email = (environment: Environment): SendMessage =>
  resendEmail({
    apiKey: required(environment, "RESEND_API_KEY"),
    from: optional(environment, "EMAIL_FROM") ?? DEFAULT_SENDER,
    baseUrl: optional(environment, "RESEND_BASE_URL"),
  });

const sms = (environment: Environment): SendMessage =>
  twilioSms({
    accountSid: required(environment, "TWILIO_ACCOUNT_SID"),
    authToken: required(environment, "TWILIO_AUTH_TOKEN"),
    from: required(environment, "TWILIO_FROM"),
    baseUrl: optional(environment, "TWILIO_BASE_URL"),
  });

const push = (environment: Environment): SendMessage =>
  firebasePush({ serviceAccount: required(environment, "FIREBASE_SERVICE_ACCOUNT") });
