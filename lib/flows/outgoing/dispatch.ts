import { LIMITS } from "../../../schema/limits.ts";
import type { Counts, Trigger } from "../../domain/cron/jobs.ts";
import { messageOf } from "../../domain/error-text.ts";
import { isSendingDue } from "../../store/outgoing/sending-due.ts";
import { mailStatusNews, type StatusMailPorts } from "../status/mail-status-news.ts";
import { type SendCounts, type SendPorts, sendDue } from "./send-due.ts";
import { type CapPorts, warnOfCaps } from "./warn-of-caps.ts";
import { type WritePorts, writeNotices } from "./write-notices.ts";

export type DispatchPorts = WritePorts & SendPorts & StatusMailPorts & CapPorts;

/** What a dispatch answers that finds nothing to do; null where there is something. It costs one look. */
export async function restOfDispatch({
  db,
  clock,
}: Pick<DispatchPorts, "db" | "clock">): Promise<Counts | null> {
  return (await isSendingDue(db, clock())) ? null : { told: 0, news: 0, ...NOTHING_SENT };
}

/**
 * Turns what is to be told of homes and of the service into messages, and sends all messages that are due:
 * for longer where the clock asks.
 */
export async function dispatch(
  ports: DispatchPorts,
  trigger: Trigger = "manual",
): Promise<{ told: number; news: number } & SendCounts> {
  const [told, news] = await Promise.all([
    writeNotices(ports),
    orReport(ports, "status_news_not_mailed", () => mailStatusNews(ports)),
  ]);
  const forMs = trigger === "clock" ? LIMITS.dispatchClockMs : LIMITS.dispatchWakeMs;
  const counts = await sendDue(ports, forMs);
  // Only what is sent can use up a cap; the warning goes out at once.
  const warnings = counts.sent === 0 ? 0 : await orReport(ports, "caps_not_watched", () => warnOfCaps(ports));
  const warned = warnings ? await sendDue(ports, LIMITS.dispatchWakeMs) : NOTHING_SENT;
  return { told, news: news ?? 0, ...sumOf(counts, warned) };
}

const NOTHING_SENT: SendCounts = { sent: 0, waiting: 0, dead: 0 };

const sumOf = (one: SendCounts, other: SendCounts): SendCounts => ({
  sent: one.sent + other.sent,
  waiting: one.waiting + other.waiting,
  dead: one.dead + other.dead,
});

/** Alerts go out whatever becomes of it: a failure is reported, and the next dispatch tries again. */
async function orReport<T>(
  { report }: DispatchPorts,
  event: string,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    report({ level: "error", event, error: messageOf(error) });
    return null;
  }
}
