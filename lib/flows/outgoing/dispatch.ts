import { LIMITS } from "../../../schema/limits.ts";
import type { Trigger } from "../../domain/cron/jobs.ts";
import { type SendCounts, type SendPorts, sendDue } from "./send-due.ts";
import { type WritePorts, writeNotices } from "./write-notices.ts";

export type DispatchPorts = WritePorts & SendPorts;

/** Turns what is to be told into messages, and sends all messages that are due: for longer where the clock asks. */
export async function dispatch(
  ports: DispatchPorts,
  trigger: Trigger = "manual",
): Promise<{ told: number } & SendCounts> {
  const told = await writeNotices(ports);
  const forMs = trigger === "clock" ? LIMITS.dispatchClockMs : LIMITS.dispatchWakeMs;
  return { told, ...(await sendDue(ports, forMs)) };
}
