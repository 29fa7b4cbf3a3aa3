import type { ConfiguredChannels } from "../../lib/ports.ts";
import type { Channel } from "../../schema/vocabulary.ts";
import { type Environment, optional } from "./environment.ts";

/** What each channel's provider needs; a channel is configured where all of it is set. */
const NEEDS: Record<Channel, readonly string[]> = {
  email: ["RESEND_API_KEY"],
  sms: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  push: ["FIREBASE_SERVICE_ACCOUNT"],
};

/** Without the providers' packages, for the functions that do not send and have to say what will be sent. */
export function configuredChannels(environment: Environment): ConfiguredChannels {
  const has = (channel: Channel) => NEEDS[channel].every((name) => optional(environment, name) !== undefined);
  return { email: has("email"), sms: has("sms"), push: has("push") };
}
