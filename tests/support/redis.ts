import { setTimeout as sleep } from "node:timers/promises";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { type RedisFault, startRedisRestEndpoint } from "../edge/upstash/rest-endpoint.ts";
import { startRedis } from "../edge/upstash/start-redis.ts";

const TOKEN = "a-token";

/** A Redis for one test file, behind Upstash's dialect. */
export interface TestRedis {
  url: string;
  token: string;
  /** Puts this fault into every call from now on; undefined ends it. */
  suffer(fault: RedisFault | undefined): void;
  calls(): number;
  /** May be called again, so that a test which stops its Redis needs no coordination with the cleanup. */
  close(): Promise<void>;
}

/** Uses the machine's redis-server if it has one, unless the stand-in in memory is requested. */
export async function openTestRedis(inMemory = false): Promise<TestRedis> {
  const source = await startRedis({ inMemory });
  let fault: RedisFault | undefined;
  let calls = 0;
  const onCall = () => {
    calls += 1;
    return fault;
  };
  const endpoint = await startRedisRestEndpoint({ source, token: TOKEN, onCall });
  let closed: Promise<void> | undefined;
  const close = async () => {
    await endpoint.stop();
    await source.stop();
  };
  return {
    url: endpoint.url,
    token: TOKEN,
    suffer: (next) => {
      fault = next;
    },
    calls: () => calls,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** The longest that one count takes on an idle machine. */
const COUNTING_MS = 8_000;
const TRIES_MAX = 5;

/**
 * The limiter cuts its windows by the clock, so a count that ran across a cut, on a busy machine, is invalid and
 * repeated. `count` starts with a new caller each time.
 */
export async function inOneWindow<T>(
  count: () => Promise<T>,
  windowMs: number = RATE_LIMITS.ingest.countedSeconds * 1_000,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const leftMs = windowMs - (Date.now() % windowMs);
    if (leftMs < COUNTING_MS) await sleep(leftMs + 50);
    const window = Math.floor(Date.now() / windowMs);
    const counted = await count();
    if (window === Math.floor(Date.now() / windowMs) || tries === TRIES_MAX) return counted;
  }
}
