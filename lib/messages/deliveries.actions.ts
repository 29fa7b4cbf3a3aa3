import { LIMITS } from "../../schema/limits.ts";
import type { DeliveriesQuery, DeliveryItem } from "../../schema/wire/deliveries.ts";
import type { MessageContent } from "../channels/content.ts";
import { pageOf, placeOf } from "../kernel/cursor.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { enqueueMessages } from "../outbox/enqueue.queries.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import { sealMessage } from "../outbox/seal-message.actions.ts";
import { shownDelivery } from "../outbox/shown-delivery.ts";
import { findSealedMessage, listDeliveryPage } from "./deliveries.queries.ts";

export async function listDeliveries(
  { db }: CoreServices,
  householdId: string,
  { state, cursor, limit = LIMITS.pageDefault }: DeliveriesQuery,
): Promise<Outcome<{ deliveries: DeliveryItem[]; next_cursor: string | null }>> {
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null) return refuse("bad_cursor");
  const rows = await listDeliveryPage(db, { householdId, state: state ?? null, after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  return done({ deliveries: page.map(({ delivery }) => shownDelivery(delivery)), next_cursor: nextCursor });
}

/**
 * Queues an unanswered call again for some minutes later: once per call, however often its end is reported. Checks
 * happen then: the call is dropped if the alert is acknowledged, or if the episode has had all its calls.
 */
export async function callAgain(services: CoreServices, messageId: string): Promise<void> {
  const { db, clock, serverVault } = services;
  const found = await findSealedMessage(db, messageId);
  if (found === null || found.alertIds.length === 0) return;
  const { sealedContent, ...message } = found;
  const opened = await serverVault.open("message", messageId, sealedContent);
  if (opened === null) return;
  const now = clock();
  const again = await sealMessage(services, {
    ...message,
    dedupeKey: `call-again/${messageId}`,
    isCritical: true,
    content: JSON.parse(opened.text) as MessageContent,
  });
  const at = new Date(now.getTime() + MESSAGE_LIMITS.callAgainMinutes * MINUTE_MS);
  await enqueueMessages(db, [{ ...again, at }], now);
}
