import type { Readiness } from "../../schema/wire/status.ts";
import type { SharedLimiter } from "../kernel/ports.ts";
import { pingDatabase } from "./facts.queries.ts";
import { type StatusPorts, unlessSilent } from "./status.actions.ts";

export type ReadinessPorts = StatusPorts & { sharedLimiter: SharedLimiter };

const PROBE = { name: "ready", limit: 1_000, windowSeconds: 60 };

/** Whether this instance can do its work. Without Redis it can: it counts requests by itself. */
export async function showReadiness(ports: ReadinessPorts): Promise<Readiness> {
  const [database, redis] = await Promise.all([
    unlessSilent(ports, pingDatabase(ports.db)),
    ports.sharedLimiter(PROBE, "anyone"),
  ]);
  return {
    ready: database !== null,
    database: database === null ? "silent" : "ok",
    redis: redis === null ? "silent" : "ok",
  };
}
