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

/** Added to the fetch's own time: what the call itself takes. */
const CALL_MS = 3_000;

/** What every group reads that acts for people; of the rest each has its own part. */
type ServiceEnv = CoreEnv &
  SecretEnv &
  PolicyEnv &
  ProviderEnv &
  Reads<"BASE_URL" | "CRON_SECRET"> &
  Partial<Env<"v1"> & Env<"pages">>;

/** What acts for people, by pages, by routes or by the clock, is made from it. */
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
 * The DNS resolver that DNS_OVER_HTTPS_URL names, else the machine's own; null where it is "off": then addresses are judged at each
 * poll only.
 */
function hostResolver({
  DNS_OVER_HTTPS_URL: baseUrl,
  MACHINE,
}: Partial<Reads<"DNS_OVER_HTTPS_URL" | "MACHINE">>): ResolveHost | null {
  if (baseUrl === "off") return null;
  if (baseUrl === undefined && MACHINE?.resolveHost !== undefined) return MACHINE.resolveHost;
  return dohResolver({ baseUrl: baseUrl ?? DEFAULT_RESOLVER });
}

/** What a pull feed's or a webhook's address may be; the private ones that it may name are listed. */
const addressRules = (env: Reads<"BASE_URL">, allowedHosts: readonly string[] = []): FeedRules => ({
  allowedHosts,
  ownHosts: [new URL(env.BASE_URL).host],
});

/** Where files are kept: the machine's disk, or a bucket of R2 on Workers. Null where there is none. */
function objects({ MACHINE, OBJECTS }: Partial<Reads<"MACHINE" | "OBJECTS">>): Objects | null {
  if (MACHINE?.objects !== undefined) return MACHINE.objects;
  return OBJECTS === undefined ? null : r2Objects(OBJECTS);
}
