import { Redis } from "ioredis";
import type { CountingRedis } from "../../lib/kernel/limiter.vendor.ts";
import { messageOf } from "../../lib/kernel/text.ts";

/** Upstash's own first line of a script, which no other Redis accepts. */
const UPSTASH_LINE = /^#!lua[^\n]*\n/;

/** Includes the call that the counting package makes after a NOSCRIPT error, which its types omit. */
type Evaluating = CountingRedis & { eval(script: string, keys: string[], args: unknown[]): Promise<unknown> };

/** Connects to the operator's own Redis. While it is away a count fails at once, and the process counts alone. */
export function ownRedis(
  url: string,
  onLog: (line: string) => void,
): { redis: CountingRedis; close(): void } {
  const client = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  let said = "";
  client.on("error", (error) => {
    // The client retries endlessly, so each reason is logged only once.
    if (messageOf(error) !== said) onLog(`Redis: ${messageOf(error)}`);
    said = messageOf(error);
  });
  const redis = {
    evalsha: () => Promise.reject(new Error("NOSCRIPT: scripts are sent whole")),
    eval: (script, keys, args) =>
      client.eval(script.replace(UPSTASH_LINE, ""), keys.length, ...keys, ...args.map(String)),
    get: (key: string) => client.get(key),
    set: (key: string, value: unknown) => client.set(key, String(value)),
  } as Evaluating;
  return { redis, close: () => client.disconnect() };
}
