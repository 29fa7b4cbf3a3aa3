import { verifyResend } from "../../lib/channels/email/resend-events.vendor.ts";
import { verifyTwilio } from "../../lib/channels/twilio-signature.vendor.ts";
import { evidenceSigner } from "../../lib/evidence/ed25519.vendor.ts";
import { corePorts, redisLimiter } from "../_platform/core-ports.ts";
import { wakeDispatch } from "../_platform/cron-calls.ts";
import { declineTokens, statusTokens, unsubscribeTokens } from "../_platform/link-tokens.ts";
import { serverSecrets, serverVault, telegramSecret } from "../_platform/secrets.ts";
import { configuredChannels, sendingPolicy } from "../_platform/sending-policy.ts";
import { serve } from "../_platform/serve.ts";
import { publicApp } from "./app.ts";

export default serve("public", (env) => {
  const twilioToken = env.TWILIO_AUTH_TOKEN;
  const resendSecret = env.RESEND_WEBHOOK_SECRET;
  return publicApp({
    ...corePorts(env),
    sharedLimiter: redisLimiter(env),
    serverVault: serverVault(env),
    verifyUnsubscribeToken: unsubscribeTokens(env).verifyUnsubscribeToken,
    verifyDeclineToken: declineTokens(env).verifyDeclineToken,
    ...statusTokens(env),
    configuredChannels: configuredChannels(env),
    sendingPolicy: sendingPolicy(env),
    baseUrl: env.BASE_URL,
    edge: env.EDGE,
    wake: wakeDispatch(env),
    isTelegrams: telegramSecret(env).isTelegrams,
    verifyTwilio: twilioToken === undefined ? null : verifyTwilio(twilioToken),
    verifyResend: resendSecret === undefined ? null : verifyResend(resendSecret),
    evidenceSigner: evidenceSigner(serverSecrets(env)),
  });
});
