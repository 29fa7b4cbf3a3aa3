import { openMeteo } from "../../lib/alerts/open-meteo.vendor.ts";
import { evidenceSigner } from "../../lib/evidence/ed25519.vendor.ts";
import { dohResolver } from "../../lib/guarded-fetch/doh-resolver.vendor.ts";
import { FETCH_LIMITS } from "../../lib/guarded-fetch/limits.ts";
import type { FeedRules } from "../../lib/kernel/judge-url.ts";
import type { Objects, ResolveHost } from "../../lib/kernel/ports.ts";
import { r2Objects } from "../../lib/kernel/r2-objects.vendor.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { linkTokens } from "../../lib/outbox/links/signers.vendor.ts";
import { townSearch } from "../../lib/people/town-search.vendor.ts";
import { signatureHeaders } from "../../lib/sharing/inbound/signature.ts";
import {
  type CoreEnv,
  coreServices,
  keyVault,
  type SecretEnv,
  serverSecrets,
  sharedLimiter,
} from "./core.ts";
import { feedTrial, wakeDispatch } from "./cron-calls.ts";
import { planRules } from "./operators.ts";
import {
  configuredChannels,
  type PolicyEnv,
  type ProviderEnv,
  sendingPolicy,
  webPush,
} from "./sending-policy.ts";
import type { Env, Reads } from "./variables.ts";

const DEFAULT_RESOLVER = "https://cloudflare-dns.com/dns-query";

/** Added to the fetch's own time limit, for the call to the cron function. */
const CALL_MS = 3_000;

/** The variables that every group with services reads; each group also has its own. */
type ServiceEnv = CoreEnv &
  SecretEnv &
  PolicyEnv &
  ProviderEnv &
  Reads<"BASE_URL" | "CRON_SECRET"> &
  Partial<Env<"v1"> & Env<"pages">>;

/** Builds the services of groups that act for people: pages, routes and the clock. */
export function services(env: ServiceEnv): Services {
  const core = coreServices(env);
  const { clock, report } = core;
  return {
    ...core,
    sharedLimiter: sharedLimiter(env),
    keyVault: keyVault(env),
    baseUrl: env.BASE_URL,
    wake: wakeDispatch(env),
    objects: objects(env),
    forecast: openMeteo({ clock, report, baseUrl: env.FORECAST_BASE_URL }),
    findTowns: townSearch({ report, baseUrl: env.GEOCODING_BASE_URL }),
    evidenceSigner: evidenceSigner(serverSecrets(env)),
    planRules: planRules(env),
    configuredChannels: configuredChannels(env),
    sendingPolicy: sendingPolicy(env),
    feedRules: addressRules(env, env.FEED_ALLOWED_HOSTS),
    webhookRules: addressRules(env, env.WEBHOOK_ALLOWED_HOSTS),
    resolveHost: hostResolver(env),
    tryFeed: feedTrial(env, report, FETCH_LIMITS.fetchMs + CALL_MS),
    adminEmails: new Set(env.ADMIN_EMAILS),
    signatureHeaders: signatureHeaders(env.INBOUND_LEGACY_SIGNATURE_HEADERS),
    telegramBotName: env.TELEGRAM_BOT_NAME ?? null,
    webPush: webPush(env),
    linkTokens: linkTokens(serverSecrets(env)),
    ownFaults: env.MACHINE?.faults ?? new Set(),
  };
}

/**
 * Returns the DNS resolver of DNS_OVER_HTTPS_URL, else the machine's own. Returns null if it is "off": addresses are
 * then checked at each poll only.
 */
function hostResolver({
  DNS_OVER_HTTPS_URL: baseUrl,
  MACHINE,
}: Partial<Reads<"DNS_OVER_HTTPS_URL" | "MACHINE">>): ResolveHost | null {
  if (baseUrl === "off") return null;
  if (baseUrl === undefined && MACHINE?.resolveHost !== undefined) return MACHINE.resolveHost;
  return dohResolver({ baseUrl: baseUrl ?? DEFAULT_RESOLVER });
}

/** Returns the rules for addresses of feeds and webhooks: private addresses must be listed to be allowed. */
const addressRules = (env: Reads<"BASE_URL">, allowedHosts: readonly string[] = []): FeedRules => ({
  allowedHosts,
  ownHosts: [new URL(env.BASE_URL).host],
});

/** Returns the file storage: the machine's disk, or an R2 bucket on Workers. Null if there is none. */
function objects({ MACHINE, OBJECTS }: Partial<Reads<"MACHINE" | "OBJECTS">>): Objects | null {
  if (MACHINE?.objects !== undefined) return MACHINE.objects;
  return OBJECTS === undefined ? null : r2Objects(OBJECTS);
}
