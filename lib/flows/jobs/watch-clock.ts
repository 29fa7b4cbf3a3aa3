import { LIMITS } from "../../../schema/limits.ts";
import { SILENT_CLOCK } from "../../domain/cron/jobs.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import type { Wake } from "../../ports.ts";
import { findLastSuccess } from "../../store/job-runs.ts";
import { type OperatorPorts, tellOperators } from "../outgoing/tell-operators.ts";
import { judgeIncidents } from "../status/judge-incidents.ts";

export type WatchClock = () => Promise<void>;

/**
 * The clock cannot tell of its own death; who takes readings can. Looks at most once in a while, so that a
 * post costs nothing, tells the operators once, and opens the incident that the public sees. A ledger without
 * a run is a clock that was never set up.
 */
export function clockWatch(ports: OperatorPorts & { wake: Wake }): WatchClock {
  let nextLookMs = 0;
  return async () => {
    const nowMs = ports.clock().getTime();
    if (nowMs < nextLookMs) return;
    nextLookMs = nowMs + LIMITS.clockWatchMinutes * MINUTE_MS;
    const last = await findLastSuccess(ports.db, "collect-history");
    if (last === null || nowMs - last.getTime() <= LIMITS.clockSilentMinutes * MINUTE_MS) return;
    const reason = `collect-history last ran well at ${last.toISOString()}: feeds are not polled, and silence is not noticed.`;
    const isFirst = await tellOperators(ports, {
      subject: SILENT_CLOCK,
      title: "The clock is silent",
      reason,
    });
    const changes = await judgeIncidents(ports);
    if (isFirst || changes > 0) await ports.wake();
  };
}
