import { eq } from "drizzle-orm";
import { outbox } from "../../schema/tables/outbox.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { SealedMessage } from "./message.ts";

/** A message as it was queued, without its id and key. */
type KeptMessage = Omit<SealedMessage, "id" | "dedupeKey" | "isCritical"> & { alertIds: string[] };

export async function findSealedMessage(db: Db, id: string): Promise<KeptMessage | null> {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        householdId: outbox.householdId,
        channel: outbox.channel,
        recipient: outbox.recipient,
        kind: outbox.kind,
        turnOf: outbox.turnOf,
        alertIds: outbox.alertIds,
        sealedContent: outbox.sealedMessage,
      })
      .from(outbox)
      .where(eq(outbox.id, id)),
  );
  return found ?? null;
}
