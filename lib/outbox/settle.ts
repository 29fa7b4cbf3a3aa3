import type { OutboxState, Receipt } from "../../schema/vocabulary.ts";
import type { SendResult } from "../channels/content.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../kernel/time.ts";

export type Settlement = {
  state: OutboxState;
  nextAttemptAt: Date | null;
  providerId: string | null;
  lastError: string | null;
  receipt?: Receipt;
};

/**
 * Backoff after the first, second and third attempt, and then as long as the message is fresh. A success of the same
 * provider ends a wait early (`settleMessages`); critical messages retry often to notice that it works again.
 */
const WAITS = {
  usual: { backOffMs: [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS], freshMs: 20 * MINUTE_MS },
  critical: { backOffMs: [15 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS], freshMs: 2 * MINUTE_MS },
} as const;
const FRESH_MS = 6 * HOUR_MS;
const STALE_WAIT_MS = 2 * HOUR_MS;
/** How long providers remember an idempotency key. */
const RETRIES_END_MS = 24 * HOUR_MS;
const CONFIGURATION_WAIT_MS = 15 * MINUTE_MS;
/** Caps the delay that a provider or webhook asks for, so that none can postpone a message for days. */
const ASKED_WAIT_MS_MAX = STALE_WAIT_MS;
const JITTER = 0.2;

export type Attempt = {
  createdAt: Date;
  attempts: number;
  isCritical: boolean;
  now: Date;
  /** A random number from 0 to 1, which spreads the retries of messages that failed together. */
  chance: number;
};

const SETTLED = { nextAttemptAt: null, providerId: null, lastError: null } as const;

export function settle(result: SendResult, attempt: Attempt): Settlement {
  switch (result.kind) {
    case "sent": {
      const { providerId, receipt } = result;
      return { ...SETTLED, state: "sent", providerId, ...(receipt === undefined ? {} : { receipt }) };
    }
    case "permanent":
      return { ...SETTLED, state: "dead", lastError: result.reason };
    case "retry":
      return retryAt(result.reason, attempt, waitMs(attempt, result.afterSeconds ?? 0));
    case "configuration":
      return retryAt(result.reason, attempt, CONFIGURATION_WAIT_MS);
    case "held":
      return { ...SETTLED, state: "pending", nextAttemptAt: new Date(result.until) };
    case "dropped":
      return { ...SETTLED, state: "dropped", lastError: result.reason };
    default:
      return result satisfies never;
  }
}

function waitMs(attempt: Attempt, afterSeconds: number): number {
  const { attempts, chance, createdAt, now, isCritical } = attempt;
  const { backOffMs, freshMs } = isCritical ? WAITS.critical : WAITS.usual;
  const isFresh = now.getTime() - createdAt.getTime() < FRESH_MS;
  const backOff = backOffMs[attempts - 1] ?? (isFresh ? freshMs : STALE_WAIT_MS);
  const spread = backOff * (1 - JITTER + 2 * JITTER * chance);
  return Math.max(spread, Math.min(afterSeconds * SECOND_MS, ASKED_WAIT_MS_MAX));
}

/** Retries, or gives up once the provider may have forgotten our key: a later retry could reach the reader twice. */
function retryAt(lastError: string, { createdAt, now }: Attempt, afterMs: number): Settlement {
  const nextAttemptAt = new Date(now.getTime() + afterMs);
  const isLate = nextAttemptAt.getTime() - createdAt.getTime() > RETRIES_END_MS;
  return isLate
    ? { ...SETTLED, state: "dead", lastError }
    : { ...SETTLED, state: "pending", nextAttemptAt, lastError };
}
