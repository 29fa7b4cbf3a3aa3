import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { findSealedMessage } from "./call-again.queries.ts";
import { enqueueMessages } from "./enqueue.queries.ts";
import { MESSAGE_LIMITS } from "./limits.ts";

export type CallAgainPorts = Pick<Services, "db" | "clock" | "random" | "serverVault">;

/**
 * Nobody answered: the same call again some minutes later, once for each call however often its end is told. Whether
 * it goes out is decided then: not where somebody has the alert, nor beyond the calls that an episode may have.
 */
export async function callAgain(
  { db, clock, random, serverVault }: CallAgainPorts,
  messageId: string,
): Promise<void> {
  const found = await findSealedMessage(db, messageId);
  if (found === null || found.alertIds.length === 0) return;
  const opened = await serverVault.open("message", messageId, found.sealedContent);
  if (opened === null) return;
  const id = newId(ID_PREFIXES.message, random);
  const now = clock();
  const again = {
    ...found,
    id,
    dedupeKey: `call-again/${messageId}`,
    isCritical: true,
    sealedContent: await serverVault.seal("message", id, opened.text),
    at: new Date(now.getTime() + MESSAGE_LIMITS.callAgainMinutes * MINUTE_MS),
  };
  await enqueueMessages(db, [again], now);
}
