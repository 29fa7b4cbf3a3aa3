import { signHmac } from "../../lib/kernel/link-keys.vendor.ts";
import { verifyHmac } from "../../lib/kernel/web-crypto.vendor.ts";
import { forecastPort, townSearchPort } from "../_platform/feed-ports.ts";
import { statusTokens } from "../_platform/link-tokens.ts";
import { webPush } from "../_platform/sending-policy.ts";
import { serve } from "../_platform/serve.ts";
import { sessionPorts } from "../_platform/session-ports.ts";
import { signatureHeaders } from "../_platform/signature-headers.ts";
import { pagesApp } from "./app.ts";

export default serve("pages", (env) => {
  const ports = sessionPorts(env);
  return pagesApp({
    ...ports,
    forecast: forecastPort(env, ports),
    findTowns: townSearchPort(env, ports),
    ...{ signHmac, verifyHmac },
    webPush: webPush(env),
    telegramBotName: env.TELEGRAM_BOT_NAME ?? null,
    lastBackup: env.MACHINE?.lastBackup,
    signatureHeaders: signatureHeaders(env),
    signStatusToken: statusTokens(env).signStatusToken,
  });
});
