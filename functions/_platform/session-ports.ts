import { digestText, ed25519 } from "../../lib/evidence/ed25519.vendor.ts";
import { baseUrl } from "./base-url.ts";
import { corePorts, sharedLimiter } from "./core-ports.ts";
import { edge } from "./edge.ts";
import type { Environment } from "./environment.ts";
import { feedPorts, tryFeedPort } from "./feed-ports.ts";
import { declineTokens } from "./link-tokens.ts";
import { objects } from "./objects.ts";
import { adminEmails, planRules } from "./operators.ts";
import { configuredChannels, sendingPolicy } from "./sending-policy.ts";
import { keyVault, serverVault } from "./vaults.ts";
import { wakeDispatch } from "./wake-dispatch.ts";
import { webhookRules } from "./webhook-rules.ts";

/** What serves people who are signed in, whether by pages or by routes. */
export function sessionPorts(environment: Environment) {
  const core = corePorts(environment);
  return {
    ...core,
    sharedLimiter: sharedLimiter(environment),
    serverVault: serverVault(environment),
    keyVault: keyVault(environment),
    ...feedPorts(environment),
    tryFeed: tryFeedPort(environment, core.report),
    configuredChannels: configuredChannels(environment),
    sendingPolicy: sendingPolicy(environment),
    webhookRules: webhookRules(environment),
    signDeclineToken: declineTokens(environment).signDeclineToken,
    baseUrl: baseUrl(environment),
    edge: edge(environment),
    adminEmails: adminEmails(environment),
    planRules: planRules(environment),
    wake: wakeDispatch(environment),
    objects: objects(environment),
    signatures: ed25519,
    digestText,
  };
}
