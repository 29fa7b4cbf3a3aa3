import { ackTokens } from "../_platform/ack-tokens.ts";
import { baseUrl } from "../_platform/base-url.ts";
import { configuredChannels } from "../_platform/configured-channels.ts";
import { corePorts, sharedLimiter } from "../_platform/core-ports.ts";
import { declineTokens } from "../_platform/decline-tokens.ts";
import { edge } from "../_platform/edge.ts";
import { feedPorts } from "../_platform/feed-ports.ts";
import { adminEmails } from "../_platform/operators.ts";
import { sendingPolicy } from "../_platform/sending-policy.ts";
import { serve } from "../_platform/serve.ts";
import { keyVault, serverVault } from "../_platform/vaults.ts";
import { wakeDispatch } from "../_platform/wake-dispatch.ts";
import { webhookRules } from "../_platform/webhook-rules.ts";
import { pagesApp } from "./app.ts";

export default serve("pages", (environment) =>
  pagesApp({
    ...corePorts(environment),
    sharedLimiter: sharedLimiter(environment),
    serverVault: serverVault(environment),
    keyVault: keyVault(environment),
    ...feedPorts(environment),
    configuredChannels: configuredChannels(environment),
    sendingPolicy: sendingPolicy(environment),
    webhookRules: webhookRules(environment),
    signDeclineToken: declineTokens(environment).signDeclineToken,
    verifyAckToken: ackTokens(environment).verifyAckToken,
    baseUrl: baseUrl(environment),
    edge: edge(environment),
    adminEmails: adminEmails(environment),
    wake: wakeDispatch(environment),
  }),
);
