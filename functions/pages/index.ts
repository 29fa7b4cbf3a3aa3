import { verifyHmac } from "../../lib/kernel/web-crypto.vendor.ts";
import { signHmac } from "../../lib/messages/links/signers.vendor.ts";
import { optional } from "../_platform/environment.ts";
import { forecastPort, townSearchPort } from "../_platform/feed-ports.ts";
import { statusTokens } from "../_platform/link-tokens.ts";
import { webPush } from "../_platform/sending-policy.ts";
import { serve } from "../_platform/serve.ts";
import { sessionPorts } from "../_platform/session-ports.ts";
import { signatureHeaders } from "../_platform/signature-headers.ts";
import { pagesApp } from "./app.ts";

export default serve("pages", (environment) => {
  const ports = sessionPorts(environment);
  return pagesApp({
    ...ports,
    forecast: forecastPort(environment, ports),
    findTowns: townSearchPort(environment, ports),
    ...{ signHmac, verifyHmac },
    webPush: webPush(environment),
    telegramBotName: optional(environment, "TELEGRAM_BOT_NAME") ?? null,
    lastBackup: environment.MACHINE?.lastBackup,
    signatureHeaders: signatureHeaders(environment),
    signStatusToken: statusTokens(environment).signStatusToken,
  });
});
