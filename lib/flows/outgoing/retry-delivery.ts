import type { Acting } from "../../domain/acting.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { type ShownDelivery, shownDelivery } from "../../domain/outgoing/delivery/shown-delivery.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { reviveDelivery } from "../../store/outgoing/deliveries.ts";

/**
 * Has a dead letter tried again, with the attempts that its day still allows and one at least. It keeps its
 * id, so that a provider that has it already sends it no second time.
 */
export async function retryDelivery(
  { db, clock }: { db: Db; clock: Clock },
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
