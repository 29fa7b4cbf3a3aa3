import { firebasePush } from "../../lib/adapters/channels/firebase-push.ts";
import { resendEmail } from "../../lib/adapters/channels/resend-email.ts";
import { twilioSms } from "../../lib/adapters/channels/twilio-sms.ts";
import type { Channels, SendMessage } from "../../lib/ports.ts";
import { type Environment, optional } from "./environment.ts";

const DEFAULT_SENDER = "Hearthwatch <onboarding@resend.dev>";

/** The channels whose provider is configured; the others are null, and their messages wait. */
export function channels(environment: Environment): Channels {
  return { email: email(environment), sms: sms(environment), push: push(environment) };
}

function email(environment: Environment): SendMessage | null {
  const apiKey = optional(environment, "RESEND_API_KEY");
  if (apiKey === undefined) return null;
  const from = optional(environment, "EMAIL_FROM") ?? DEFAULT_SENDER;
  return resendEmail({ apiKey, from, baseUrl: optional(environment, "RESEND_BASE_URL") });
}

function sms(environment: Environment): SendMessage | null {
  const accountSid = optional(environment, "TWILIO_ACCOUNT_SID");
  const authToken = optional(environment, "TWILIO_AUTH_TOKEN");
  const from = optional(environment, "TWILIO_FROM");
  if (accountSid === undefined || authToken === undefined || from === undefined) return null;
  return twilioSms({ accountSid, authToken, from, baseUrl: optional(environment, "TWILIO_BASE_URL") });
}

function push(environment: Environment): SendMessage | null {
  const serviceAccount = optional(environment, "FIREBASE_SERVICE_ACCOUNT");
  return serviceAccount === undefined ? null : firebasePush({ serviceAccount });
}
