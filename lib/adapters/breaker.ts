import { LIMITS } from "../../schema/limits.ts";
import { messageOf } from "../domain/error-text.ts";
import type { Clock, Report } from "../ports.ts";

export type Breaker = { isOpen(): boolean; succeeded(): void; failed(error: unknown): void };

/** Leaves a dependency alone for a while after several failures in a row, and says so once a time. */
export function newBreaker(event: string, clock: Clock, report: Report): Breaker {
  let failures = 0;
  let closedAgainAt = 0;
  const isOpen = () => clock().getTime() < closedAgainAt;
  return {
    isOpen,
    succeeded: () => {
      failures = 0;
    },
    failed: (error) => {
      // Calls that were under way when it opened say nothing new.
      if (isOpen()) return;
      failures += 1;
      if (failures < LIMITS.limiterBreakerFailures) return;
      failures = 0;
      closedAgainAt = clock().getTime() + LIMITS.limiterBreakerMs;
      report({ level: "warn", event, error: messageOf(error) });
    },
  };
}
