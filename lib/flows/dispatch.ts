import { type TellPorts, tellFindings } from "./alerts/tell-findings.ts";
import { type Drained, type DrainPorts, drainOutbox } from "./drain-outbox.ts";

export type DispatchPorts = TellPorts & DrainPorts;

/** Turns what is to be told into messages, and sends all messages that are due. */
export async function dispatch(ports: DispatchPorts): Promise<{ told: number } & Drained> {
  const told = await tellFindings(ports);
  return { told, ...(await drainOutbox(ports)) };
}
