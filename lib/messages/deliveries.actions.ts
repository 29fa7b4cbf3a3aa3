import { LIMITS } from "../../schema/limits.ts";
import type { DeliveriesQuery } from "../../schema/wire/deliveries.ts";
import { pageOf, placeOf } from "../kernel/cursor.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import type { Acting } from "../people/items.ts";
import { listDeliveryPage, reviveDelivery } from "./deliveries.queries.ts";
import { type ShownDelivery, shownDelivery } from "./delivery/shown-delivery.ts";

type ListDeliveries = DeliveriesQuery;

/** What the household was and will be told, newest first: also what waits, and what was given up. */
export async function listDeliveries(
  { db }: Pick<Services, "db">,
  householdId: string,
  { state, cursor, limit = LIMITS.pageDefault }: ListDeliveries,
): Promise<Outcome<{ deliveries: ShownDelivery[]; next_cursor: string | null }>> {
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null) return refuse("bad_cursor");
  const rows = await listDeliveryPage(db, { householdId, state: state ?? null, after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  return done({ deliveries: page.map(({ delivery }) => shownDelivery(delivery)), next_cursor: nextCursor });
}

/**
 * Has a dead letter tried again, with the attempts that its day still allows and one at least. It keeps its
 * id, so that a provider that has it already sends it no second time.
 */
export async function retryDelivery(
  { db, clock }: Pick<Services, "db" | "clock">,
  { householdId, actor }: Acting,
  messageId: string,
): Promise<Outcome<{ delivery: ShownDelivery }>> {
  const action = "delivery_retried" as const;
  const entry = { householdId, at: clock(), actor, action, subject: messageId };
  const revival = await reviveDelivery(db, messageId, entry);
  switch (revival.is) {
    case "revived":
      return done({ delivery: shownDelivery(revival.delivery) });
    case "not_dead":
      return refuse("not_a_dead_letter");
    case "unknown":
      return refuse("not_found");
    default:
      return revival satisfies never;
  }
}
