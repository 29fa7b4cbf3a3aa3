import { LIMITS } from "../../../schema/limits.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import type { Report, Wake } from "../../ports.ts";
import { type OperatorPorts, tellOperators } from "../outgoing/tell-operators.ts";

/** `aheadMs`: how far the clock of this instance is ahead of the database's; negative where it is behind. */
export type WatchInstanceClock = (aheadMs: number) => Promise<void>;

const TELL_MS = LIMITS.clockWatchMinutes * MINUTE_MS;

/**
 * Tells the operators that the clock of an instance is wrong, once a day, however many instances and posts
 * notice it. Nothing is lost meanwhile: readings and alerts go by the database's clock.
 */
export function instanceClockWatch(
  ports: OperatorPorts & { report: Report; wake: Wake },
): WatchInstanceClock {
  let toldMs: number | null = null;
  return async (aheadMs) => {
    const trueMs = ports.clock().getTime() - aheadMs;
    if (toldMs !== null && Math.abs(trueMs - toldMs) < TELL_MS) return;
    toldMs = trueMs;
    const seconds = Math.round(aheadMs / 1_000);
    ports.report({ level: "warn", event: "instance_clock_wrong", ahead_seconds: seconds });
    const isFirst = await tellOperators(
      { ...ports, clock: () => new Date(trueMs) },
      {
        subject: `instance_clock/${new Date(trueMs).toISOString().slice(0, 10)}`,
        title: "The clock of an instance is wrong",
        reason: `It is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the database's clock. Readings and alerts go by the database's clock; links, sessions and limits may not.`,
      },
    );
    if (isFirst) await ports.wake();
  };
}
