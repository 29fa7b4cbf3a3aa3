import { evidenceSigner } from "../../lib/evidence/ed25519.vendor.ts";
import type { WebAuthn } from "../../lib/people/passkeys/ports.ts";
import { corePorts, sharedLimiter } from "./core-ports.ts";
import { wakeDispatch } from "./cron-calls.ts";
import { type Env, objects } from "./environment.ts";
import { feedPorts, tryFeedPort, webhookRules } from "./feed-ports.ts";
import { declineTokens } from "./link-tokens.ts";
import { adminEmails, planRules } from "./operators.ts";
import { keyVault, serverSecrets, serverVault } from "./secrets.ts";
import { configuredChannels, sendingPolicy } from "./sending-policy.ts";

/** The ports for people who are signed in, by pages or by routes. */
export function sessionPorts(env: Env<"account">) {
  const core = corePorts(env);
  return {
    ...core,
    sharedLimiter: sharedLimiter(env),
    serverVault: serverVault(env),
    keyVault: keyVault(env),
    ...feedPorts(env),
    tryFeed: tryFeedPort(env, core.report),
    configuredChannels: configuredChannels(env),
    sendingPolicy: sendingPolicy(env),
    webhookRules: webhookRules(env),
    signDeclineToken: declineTokens(env).signDeclineToken,
    baseUrl: env.BASE_URL,
    edge: env.EDGE,
    adminEmails: adminEmails(env),
    planRules: planRules(env),
    wake: wakeDispatch(env),
    objects: objects(env),
    evidenceSigner: evidenceSigner(serverSecrets(env)),
  };
}

/** Loaded only once somebody uses a passkey: its parts read certificates, and are a quarter of the group that has it. */
const load = () => import("../../lib/people/passkeys/web-authn.vendor.ts");

export const webAuthn: WebAuthn = {
  readRegistration: async (...asked) => (await load()).webAuthn.readRegistration(...asked),
  readAssertion: async (...asked) => (await load()).webAuthn.readAssertion(...asked),
};
