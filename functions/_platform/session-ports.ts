import { evidenceSigner } from "../../lib/evidence/ed25519.vendor.ts";
import type { WebAuthn } from "../../lib/kernel/ports.ts";
import { corePorts, sharedLimiter } from "./core-ports.ts";
import { wakeDispatch } from "./cron-calls.ts";
import { baseUrl, type Environment, edge, objects } from "./environment.ts";
import { feedPorts, tryFeedPort, webhookRules } from "./feed-ports.ts";
import { declineTokens } from "./link-tokens.ts";
import { adminEmails, planRules } from "./operators.ts";
import { keyVault, serverSecrets, serverVault } from "./secrets.ts";
import { configuredChannels, sendingPolicy } from "./sending-policy.ts";

/** The ports for people who are signed in, by pages or by routes. */
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
    evidenceSigner: evidenceSigner(serverSecrets(environment)),
  };
}

/** Loaded only once somebody uses a passkey: its parts read certificates, and are a quarter of the group that has it. */
const load = () => import("../../lib/people/passkeys/web-authn.vendor.ts");

export const webAuthn: WebAuthn = {
  readRegistration: async (...asked) => (await load()).webAuthn.readRegistration(...asked),
  readAssertion: async (...asked) => (await load()).webAuthn.readAssertion(...asked),
};
