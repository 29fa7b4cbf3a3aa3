import { PLATFORM_LIMITS } from "../../functions/_platform/variables.ts";
import type { PublicServices } from "../../functions/public/channel-routes.ts";
import { verifyResend } from "../../lib/channels/email/resend-events.vendor.ts";
import { verifyTwilio } from "../../lib/channels/twilio-signature.vendor.ts";
import { evidenceSigner } from "../../lib/evidence/ed25519.vendor.ts";
import { databaseOver, neonQueries } from "../../lib/kernel/db.queries.ts";
import type { Clock, FindTowns, Limiter, Random, Report, Town, ZipFiles } from "../../lib/kernel/ports.ts";
import { aesVault, inTime, verifyHmac } from "../../lib/kernel/runtime.vendor.ts";
import { zipFiles } from "../../lib/kernel/zip-files.vendor.ts";
import type { SendingServices } from "../../lib/messages/attempt.actions.ts";
import { linkTokens } from "../../lib/outbox/links/signers.vendor.ts";
import type { PasskeyServices } from "../../lib/people/passkeys/passkeys.actions.ts";
import { webAuthn } from "../../lib/people/passkeys/web-authn.vendor.ts";
import { SIGNATURE_HEADERS } from "../../lib/sharing/inbound/signature.ts";
import { configuredBut, NO_CHANNELS } from "./channels.ts";
import type { TestDatabase } from "./database.ts";
import { fakeFeeds } from "./feeds.ts";
import { memoryObjects } from "./memory-objects.ts";

export const cryptoRandom: Random = (count) => crypto.getRandomValues(new Uint8Array(count));

/** Never refuses; the limiter has its own tests. */
export const openLimiter: Limiter = async (policy) => ({
  allowed: true,
  remaining: policy.limit - 1,
  resetSeconds: policy.windowSeconds,
});

export const closedLimiter: Limiter = async () => ({ allowed: false, remaining: 0, resetSeconds: 17 });

export type TestClock = Clock & { set(at: string | Date): void; advance(ms: number): void };

/** A clock that stands still until it is moved. */
export function testClock(start: string | Date = new Date()): TestClock {
  let now = new Date(start);
  return Object.assign(() => new Date(now), {
    set: (at: string | Date) => {
      now = new Date(at);
    },
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  });
}

export const TELEGRAM_SECRET = "telegram-secret-of-the-tests";
export const RESEND_WEBHOOK_SECRET = `whsec_${btoa("the key of Resend in the tests")}`;
export const TWILIO_TOKEN = "the Twilio token of the tests";

/** The person whose session may see the service's own state. */
export const ADMIN_EMAIL = "operator@example.net";

export type Reported = Parameters<Report>[0];

export const BASE_URL = "https://hearth.example.net";

export const SERVER_SECRET = "a server secret of the tests, long enough";
export const serverVault = aesVault({ current: SERVER_SECRET });
export const keyVault = aesVault({ current: "a key vault secret of the tests, long enough" });

export const CRON_SECRET = "a cron secret of the tests, with no blank".replaceAll(" ", "-");

/** The services of all functions. */
export type TestServices = SendingServices &
  PublicServices &
  PasskeyServices & { zipFiles: ZipFiles; cronSecret: string; reports: Reported[] };

/** Returns all services over a test database, without a network or messages. `reports` collects the log. */
export function testServices(
  database: Pick<TestDatabase, "connectionString" | "fetchEndpoint">,
  clock: Clock = () => new Date(),
): TestServices {
  const reports: Reported[] = [];
  const report: Report = (event) => {
    reports.push(event);
  };
  const queries = neonQueries(database.connectionString, database.fetchEndpoint);
  const db = databaseOver(queries, { pause: async () => {} });
  const secret = { current: "a secret of links in the tests, long enough" };
  const addressRules = { allowedHosts: ["127.0.0.1:9100"], ownHosts: ["hearth.example.net"] };
  return {
    db,
    inTime,
    clock,
    random: cryptoRandom,
    limiter: openLimiter,
    sharedLimiter: openLimiter,
    redis: openLimiter,
    report,
    reports,
    edge: "cloudflare",
    serverVault,
    keyVault,
    verifyHmac,
    signatureHeaders: SIGNATURE_HEADERS,
    baseUrl: BASE_URL,
    cronSecret: CRON_SECRET,
    wake: async () => {},
    // Waiting doesn't move the clock here; tests of the pace have their own.
    pause: async () => {},
    sendingPolicy: {
      smsPerDay: 500,
      callsPerDay: 100,
      smsPrefixes: ["+1"],
      newcomerMailsPerDay: 3_000,
      mailsPerSecond: null,
    },
    feedRules: addressRules,
    webhookRules: addressRules,
    resolveHost: async () => ["93.184.215.14"],
    tryFeed: async () => ({ readings: [], battery: null, rssi: null, failure: "unreachable" }),
    fetchFeed: fakeFeeds({}),
    feedShards: { size: PLATFORM_LIMITS.feedShardMax, sideBySide: PLATFORM_LIMITS.feedsAtOnceOnWorkers },
    // Accepts none, so the caller does the work.
    handOutShards: async () => 0,
    forecast: async () => null,
    findTowns,
    channels: NO_CHANNELS,
    endRing: async () => true,
    telegram: null,
    isTelegrams: async (given) => given === TELEGRAM_SECRET,
    telegramBotName: "HearthTestBot",
    webPush: null,
    verifyTwilio: verifyTwilio(TWILIO_TOKEN),
    verifyResend: verifyResend(RESEND_WEBHOOK_SECRET),
    zipFiles,
    webAuthn,
    operators: { emails: [], chat: null },
    pingDeadMan: null,
    adminEmails: new Set([ADMIN_EMAIL]),
    planRules: { startsOn: "trial", isGranted: false, prices: null },
    linkTokens: linkTokens(secret),
    objects: memoryObjects(),
    configuredChannels: configuredBut(),
    ownFaults: new Set(),
    evidenceSigner: evidenceSigner({ current: "a server secret of the tests, long enough" }),
  };
}

export const DULUTH: Town = {
  name: "Duluth",
  region: "Minnesota",
  country: "United States",
  latitude: 46.78,
  longitude: -92.11,
  timeZone: "America/Chicago",
};

/** Knows one town, and can be unreachable. */
const findTowns: FindTowns = async (typed) => {
  if (typed === "unreachable") return null;
  return "duluth".startsWith(typed.toLowerCase()) ? [DULUTH] : [];
};
