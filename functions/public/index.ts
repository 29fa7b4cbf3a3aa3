import { verifyResend } from "../../lib/channels/email/resend-events.vendor.ts";
import { verifyTwilio } from "../../lib/channels/twilio-signature.vendor.ts";
import { redisLimiter, telegramSecret } from "../_platform/core.ts";
import { serve } from "../_platform/serve.ts";
import { services } from "../_platform/services.ts";
import { publicApp } from "./app.ts";

export default serve("public", (env) => {
  const twilioToken = env.TWILIO_AUTH_TOKEN;
  const resendSecret = env.RESEND_WEBHOOK_SECRET;
  return publicApp({
    ...services(env),
    redis: redisLimiter(env),
    isTelegrams: telegramSecret(env).isTelegrams,
    verifyTwilio: twilioToken === undefined ? null : verifyTwilio(twilioToken),
    verifyResend: resendSecret === undefined ? null : verifyResend(resendSecret),
  });
});
