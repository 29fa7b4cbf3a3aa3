import type { Counts } from "../jobs/jobs.ts";
import { type TelegramPorts, takeTelegramUpdates } from "./contacts/telegram-updates.actions.ts";
import { type DispatchPorts, NOTHING_SENT } from "./dispatch.actions.ts";
import { isSendingDue } from "./settle-messages.queries.ts";

export type RestPorts = Pick<DispatchPorts, "db" | "clock"> & TelegramPorts;

/** What a dispatch answers that finds nothing to do; null where there is something. It costs one look. */
export async function restOfDispatch(ports: RestPorts): Promise<Counts | null> {
  const { db, clock } = ports;
  await takeTelegramUpdates(ports);
  return (await isSendingDue(db, clock())) ? null : { told: 0, news: 0, ...NOTHING_SENT };
}
