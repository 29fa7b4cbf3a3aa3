import type { Edge } from "../../functions/_http/caller.ts";
import type { SendingPolicy } from "../../lib/budget/counts.ts";
import { verifyResend } from "../../lib/channels/email/resend-events.vendor.ts";
import type { TelegramBot } from "../../lib/channels/ports.ts";
import { verifyTwilio } from "../../lib/channels/twilio-signature.vendor.ts";
import { evidenceSigner } from "../../lib/evidence/ed25519.vendor.ts";
import { openDatabase } from "../../lib/kernel/db.queries.ts";
import type {
  Clock,
  FindTowns,
  Limiter,
  Objects,
  PlanRules,
  Random,
  Report,
  Town,
} from "../../lib/kernel/ports.ts";
import { inTime } from "../../lib/kernel/runtime.vendor.ts";
import { zipFiles } from "../../lib/kernel/zip-files.vendor.ts";
import { declineSigner, statusSigner, unsubscribeSigner } from "../../lib/messages/links/signers.vendor.ts";
import { webAuthn } from "../../lib/people/passkeys/web-authn.vendor.ts";
import { configuredBut } from "./channels.ts";
import type { TestDatabase } from "./database.ts";
import { memoryObjects } from "./memory-objects.ts";

export const cryptoRandom: Random = (count) => crypto.getRandomValues(new Uint8Array(count));

/** Never refuses; the limiter has tests of its own. */
export const openLimiter: Limiter = async (policy) => ({
  allowed: true,
  remaining: policy.limit - 1,
  resetSeconds: policy.windowSeconds,
});

export const closedLimiter: Limiter = async () => ({ allowed: false, remaining: 0, resetSeconds: 17 });

export type TestClock = Clock & { set(at: string | Date): void; advance(ms: number): void };

/** Stands still until it is moved. */
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

/** Whose session may look at the service itself. */
export const ADMIN_EMAIL = "operator@example.net";

export type Reported = Parameters<Report>[0];

/** Every port of a group, over a test database; `reports` collects what would be logged. */
export function testPorts(database: TestDatabase, clock: Clock = () => new Date()) {
  const reports: Reported[] = [];
  const report: Report = (event) => {
    reports.push(event);
  };
  const db = openDatabase({
    url: database.connectionString,
    endpoint: database.fetchEndpoint,
    pause: async () => {},
  });
  const secret = { current: "a secret of links in the tests, long enough" };
  const signers = {
    ...unsubscribeSigner(secret),
    ...declineSigner(secret),
    ...statusSigner(secret),
  };
  const wake = async () => {};
  // Waiting moves no clock here; tests of the pace bring their own.
  const pause = async () => {};
  const sendingPolicy: SendingPolicy = {
    smsPerDay: 500,
    callsPerDay: 100,
    smsPrefixes: ["+1"],
    newcomerMailsPerDay: 3_000,
    mailsPerSecond: null,
  };
  const webhookRules = { allowedHosts: ["127.0.0.1:9100"], ownHosts: ["hearth.example.net"] };
  const adminEmails: ReadonlySet<string> = new Set([ADMIN_EMAIL]);
  return {
    db,
    inTime,
    clock,
    random: cryptoRandom,
    limiter: openLimiter,
    sharedLimiter: openLimiter,
    report,
    reports,
    edge: "cloudflare" as Edge,
    wake,
    pause,
    sendingPolicy,
    webhookRules,
    endRing: async () => true,
    telegram: null as TelegramBot | null,
    isTelegrams: async (given: string | null) => given === TELEGRAM_SECRET,
    telegramBotName: "HearthTestBot",
    verifyTwilio: verifyTwilio(TWILIO_TOKEN),
    verifyResend: verifyResend(RESEND_WEBHOOK_SECRET),
    zipFiles,
    webAuthn,
    operators: { emails: [], chat: null },
    adminEmails,
    findTowns,
    planRules: { startsOn: "trial", isGranted: false, prices: null } as PlanRules,
    ...signers,
    objects: memoryObjects() as Objects | null,
    configuredChannels: configuredBut(),
    evidenceSigner: evidenceSigner({ current: "a server secret of the tests, long enough" }),
  };
}

const DULUTH: Town = {
  name: "Duluth",
  region: "Minnesota",
  country: "United States",
  latitude: 46.78,
  longitude: -92.11,
  timeZone: "America/Chicago",
};

/** Knows one town, and nothing where the service can't be reached. */
const findTowns: FindTowns = async (typed) => {
  if (typed === "unreachable") return null;
  return "duluth".startsWith(typed.toLowerCase()) ? [DULUTH] : [];
};
