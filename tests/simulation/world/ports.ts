import type { Report } from "../../../lib/kernel/ports.ts";
import { aesVault } from "../../../lib/kernel/runtime.vendor.ts";
import { linkTokens } from "../../../lib/outbox/links/signers.vendor.ts";
import { testServices } from "../../support/services.ts";
import type { Instance } from "../stage/instance.ts";
import { wiredDatabase } from "../stage/wire.ts";
import { fetchFeedOf, providersOf } from "./providers.ts";
import type { Scene } from "./world.ts";

const SECRET = { current: "a secret of the simulated service, long enough" };
const vault = aesVault(SECRET);
const SMS_PER_DAY = 3;
/** The services that all instances share; none of them uses the database. */
const SHARED = testServices({ connectionString: "", fetchEndpoint: "http://localhost:1" });

/** Returns all ports of an instance, for any group of functions. */
export function portsOf(instance: Instance, scene: Scene) {
  const { world, chance } = scene;
  const report: Report = ({ level, event, error }) => {
    if (level === "error") world.reports.push({ event, error });
  };
  return {
    ...SHARED,
    db: wiredDatabase(instance, world),
    clock: instance.clock,
    pause: instance.pause,
    // The stage decides when a call ends, so no timer of this machine is used.
    inTime: <T>(work: Promise<T>): Promise<T | null> => work,
    random: chance.bytes,
    report,
    limiter: world.redis.limiter,
    sharedLimiter: world.redis.shared(() => instance.weather.happens("redis_silent", 0.1)),
    serverVault: vault,
    keyVault: vault,
    linkTokens: linkTokens(SECRET),
    channels: providersOf(instance, world.model),
    sendingPolicy: { ...SHARED.sendingPolicy, smsPerDay: SMS_PER_DAY, callsPerDay: SMS_PER_DAY },
    objects: null,
    fetchFeed: fetchFeedOf(instance, world),
    feedShards: { size: 5, sideBySide: 2 },
  };
}
