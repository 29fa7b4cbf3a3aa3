import { type SendCounts, type SendPorts, sendDue } from "./send-due.ts";
import { type WritePorts, writeNotices } from "./write-notices.ts";

export type DispatchPorts = WritePorts & SendPorts;

/** Turns what is to be told into messages, and sends all messages that are due. */
export async function dispatch(ports: DispatchPorts): Promise<{ told: number } & SendCounts> {
  const told = await writeNotices(ports);
  return { told, ...(await sendDue(ports)) };
}
