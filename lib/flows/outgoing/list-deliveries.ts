import { LIMITS } from "../../../schema/limits.ts";
import type { DeliveriesQuery } from "../../../schema/wire/deliveries.ts";
import { pageOf, placeOf } from "../../domain/cursor.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { type ShownDelivery, shownDelivery } from "../../domain/outgoing/delivery/shown-delivery.ts";
import type { Db } from "../../store/db.ts";
import { listDeliveryPage } from "../../store/outgoing/deliveries.ts";

export type ListDeliveries = DeliveriesQuery;

/** What the household was and will be told, newest first: also what waits, and what was given up. */
export async function listDeliveries(
  { db }: { db: Db },
  householdId: string,
  { state, cursor, limit = LIMITS.pageDefault }: ListDeliveries,
): Promise<Outcome<{ deliveries: ShownDelivery[]; next_cursor: string | null }>> {
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null) return refuse("bad_cursor");
  const rows = await listDeliveryPage(db, { householdId, state: state ?? null, after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  return done({ deliveries: page.map(({ delivery }) => shownDelivery(delivery)), next_cursor: nextCursor });
}
