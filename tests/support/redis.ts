import { setTimeout as sleep } from "node:timers/promises";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { type RedisFault, startRedisRestEndpoint } from "../edge/upstash/rest-endpoint.ts";
import { startRedis } from "../edge/upstash/start-redis.ts";

const TOKEN = "a-token";

/** A Redis of one test file behind Upstash's dialect. */
export interface TestRedis {
  url: string;
  token: string;
  /** Every call from now on suffers this; undefined ends it. */
  suffer(fault: RedisFault | undefined): void;
  calls(): number;
  /** May be called again: a test that stops its Redis does not have to tell who cleans up. */
  close(): Promise<void>;
}

/** The machine's redis-server where there is one, unless the stand-in in memory is asked for. */
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

/** Longest that one count takes, on a machine with nothing else to do. */
const COUNTING_MS = 8_000;
const TRIES_MAX = 5;

/**
 * The limiter cuts its windows by the clock: a count that ran across the cut, on a busy machine, says nothing
 * and is made again. `count` begins with a caller of its own each time.
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
