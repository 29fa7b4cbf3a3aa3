import { verifyResend } from "../../lib/channels/email/resend-events.vendor.ts";
import { verifyTwilio } from "../../lib/channels/twilio-signature.vendor.ts";
import { evidenceSigner } from "../../lib/evidence/ed25519.vendor.ts";
import { corePorts, sharedLimiter } from "../_platform/core-ports.ts";
import { wakeDispatch } from "../_platform/cron-calls.ts";
import { baseUrl, edge, optional } from "../_platform/environment.ts";
import { declineTokens, statusTokens, unsubscribeTokens } from "../_platform/link-tokens.ts";
import { serverSecrets, serverVault, telegramSecret } from "../_platform/secrets.ts";
import { configuredChannels, sendingPolicy } from "../_platform/sending-policy.ts";
import { serve } from "../_platform/serve.ts";
import { publicApp } from "./app.ts";

export default serve("public", (environment) => {
  const twilioToken = optional(environment, "TWILIO_AUTH_TOKEN");
  const resendSecret = optional(environment, "RESEND_WEBHOOK_SECRET");
  return publicApp({
    ...corePorts(environment),
    sharedLimiter: sharedLimiter(environment),
    serverVault: serverVault(environment),
    verifyUnsubscribeToken: unsubscribeTokens(environment).verifyUnsubscribeToken,
    verifyDeclineToken: declineTokens(environment).verifyDeclineToken,
    ...statusTokens(environment),
    configuredChannels: configuredChannels(environment),
    sendingPolicy: sendingPolicy(environment),
    baseUrl: baseUrl(environment),
    edge: edge(environment),
    wake: wakeDispatch(environment),
    isTelegrams: telegramSecret(environment).isTelegrams,
    verifyTwilio: twilioToken === undefined ? null : verifyTwilio(twilioToken),
    verifyResend: resendSecret === undefined ? null : verifyResend(resendSecret),
    evidenceSigner: evidenceSigner(serverSecrets(environment)),
  });
});
