import { ipBucket } from "../../lib/kernel/network.ts";
import type { Clock, Report } from "../../lib/kernel/ports.ts";
import type { SecurityAct } from "../../schema/vocabulary.ts";
import { HTTP_LIMITS } from "./limits.ts";

type Line = Parameters<Report>[0];

/** What has been said of it in this window, and how often it has come since. */
type Window = { untilMs: number; last: Line; folded: number };

const REFUSALS = new Set<unknown>([
  ...(["right_refused", "limit_hit", "token_unknown", "signature_refused"] as const),
  ...(["sign_in_failed", "proof_failed"] as const),
] satisfies SecurityAct[]);

/** A database that does not answer refuses every request alike. */
export const STORE_FAILED = "store_failed";

/**
 * Writes lines of the security log, and of requests that the database failed. Of refusals that are the same but for their request the first of a minute
 * is written, and the newest of the others once the minute is over and another line comes, with how many it
 * stands for (`folded`). Where too many different ones come in a minute, the others are told apart by their
 * act alone: neither the log nor memory grows with a flood.
 */
export function foldRefusals(report: Report, clock: Clock): (line: Line) => void {
  const windows = new Map<string, Window>();
  return (line) => {
    const nowMs = clock().getTime();
    closeOver(windows, nowMs, report);
    if (!REFUSALS.has(line.act) && line.event !== STORE_FAILED) return report(line);
    const own = keyOf(line);
    const key =
      windows.has(own) || windows.size < HTTP_LIMITS.refusalLinesMax ? own : String(line.act ?? line.event);
    const open = windows.get(key);
    if (open !== undefined) return void Object.assign(open, { last: line, folded: open.folded + 1 });
    windows.set(key, { untilMs: nowMs + HTTP_LIMITS.refusalLineSeconds * 1_000, last: line, folded: 0 });
    report(line);
  };
}

/** They end in the order in which they began. */
function closeOver(windows: Map<string, Window>, nowMs: number, report: Report): void {
  for (const [key, { untilMs, last, folded }] of windows) {
    if (untilMs > nowMs) return;
    windows.delete(key);
    if (folded > 0) report({ ...last, folded });
  }
}

const TOLD_APART = "event act route status reason secret_type household_id actor_id".split(" ");

const keyOf = (line: Line): string =>
  [...TOLD_APART.map((field) => line[field]), ipBucket(line.ip ? String(line.ip) : null)].join(" ");
