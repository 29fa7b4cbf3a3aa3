import { LIMITS } from "../../schema/limits.ts";

const MACHINES = /^\/api\/(ingest|inbound|webhooks\/inbound)(\/|\?|$)/;

const EVIDENCE = /^\/api\/evidence\/verify(\?|$)/;

/**
 * The largest body that any route below a path takes, in bytes. What is longer, or says that it is, is refused
 * before a function sees it; where a route takes less, its function says so.
 */
export function bodyBytesMaxAt(path: string): number {
  if (EVIDENCE.test(path)) return LIMITS.evidenceBytesMax;
  if (!MACHINES.test(path)) return LIMITS.apiBodyBytesMax;
  return Math.max(LIMITS.ingestBodyBytesMax, LIMITS.inboundBodyBytesMax);
}
