import { signatureHeaders } from "../../../functions/_platform/signature-headers.ts";
import { evidenceSigner } from "../../../lib/evidence/ed25519.vendor.ts";
import type { Report } from "../../../lib/kernel/ports.ts";
import { aesVault, verifyHmac } from "../../../lib/kernel/web-crypto.vendor.ts";
import { zipFiles } from "../../../lib/kernel/zip-files.vendor.ts";
import { linkSigners } from "../../../lib/messages/links/signers.vendor.ts";
import { webAuthn } from "../../../lib/people/passkeys/web-authn.vendor.ts";
import { configuredBut } from "../../support/channels.ts";
import type { Instance } from "../stage/instance.ts";
import { wiredDatabase } from "../stage/wire.ts";
import { fetchFeedOf } from "./feeds.ts";
import { providersOf } from "./providers.ts";
import type { Scene } from "./world.ts";

const SECRET = { current: "a secret of the simulated service, long enough" };
const vault = aesVault(SECRET);
const SMS_PER_DAY = 3;

/** Every port that any group of functions asks for, of one instance. */
export function portsOf(instance: Instance, scene: Scene) {
  const { world, chance } = scene;
  const report: Report = ({ level, event, error }) => {
    if (level === "error") world.reports.push({ event, error });
  };
  return {
    db: wiredDatabase(instance, world),
    clock: instance.clock,
    pause: instance.pause,
    // The stage says when a call comes to its end; nobody is waited for by a clock of this machine.
    inTime: <T>(work: Promise<T>): Promise<T | null> => work,
    random: chance.bytes,
    report,
    limiter: world.redis.limiter,
    sharedLimiter: world.redis.shared(() => instance.weather.happens("redis_silent", 0.1)),
    edge: "cloudflare" as const,
    verifyHmac,
    wake: async () => {},
    findTowns: async () => null,
    telegramBotName: null,
    webPush: null,
    baseUrl: "https://hearth.example.net",
    serverVault: vault,
    keyVault: vault,
    ...linkSigners(SECRET),
    signatureHeaders: signatureHeaders({}),
    channels: providersOf(instance, world.model),
    configuredChannels: configuredBut(),
    sendingPolicy: {
      smsPerDay: SMS_PER_DAY,
      callsPerDay: SMS_PER_DAY,
      smsPrefixes: ["+1"],
      newcomerMailsPerDay: 3_000,
      mailsPerSecond: null,
    },
    zipFiles,
    endRing: async () => true,
    objects: null,
    telegram: null,
    evidenceSigner: evidenceSigner({ current: "a server secret of the simulation" }),
    webAuthn,
    webhookRules: { allowedHosts: [], ownHosts: ["hearth.example.net"] },
    feedRules: { allowedHosts: [], ownHosts: ["hearth.example.net"] },
    tryFeed: async () => null,
    resolveHost: async () => ["93.184.215.14"],
    operators: { emails: [], chat: null },
    adminEmails: new Set<string>(),
    planRules: { startsOn: "trial" as const, isGranted: false, prices: null },
    fetchFeed: fetchFeedOf(instance, world),
    feedShards: { size: 5, sideBySide: 2 },
    handOutShards: null,
    forecast: async () => null,
    pingDeadMan: null,
    readSmsBalance: null,
    smsBalanceWarning: 0,
  };
}
