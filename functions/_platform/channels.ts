import { resendEmail } from "../../lib/adapters/channels/resend-email.ts";
import type { Channels } from "../../lib/ports.ts";
import { type Environment, optional } from "./environment.ts";

const DEFAULT_SENDER = "Hearthwatch <onboarding@resend.dev>";

/** The channels whose provider is configured; the others are null, and their messages wait. */
export function channels(environment: Environment): Channels {
  const resendKey = optional(environment, "RESEND_API_KEY");
  return {
    email:
      resendKey === undefined
        ? null
        : resendEmail({
            apiKey: resendKey,
            from: optional(environment, "EMAIL_FROM") ?? DEFAULT_SENDER,
            baseUrl: optional(environment, "RESEND_BASE_URL"),
          }),
    sms: null,
    push: null,
  };
}
