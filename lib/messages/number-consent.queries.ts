import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { contactPoints } from "../../schema/tables/contact-point.ts";
import type { Channel } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";

type Number = { channel: Channel; address: string };

/** STOP: nothing more is sent to the number, whoever of its owners added it; their pages say why. */
export async function stopNumber(db: Db, { channel, address, at }: Number & { at: Date }): Promise<void> {
  await db("repeatable", (queries) =>
    queries
      .update(contactPoints)
      .set({ goneAt: at })
      .where(
        and(
          eq(contactPoints.channel, channel),
          eq(contactPoints.address, address),
          isNull(contactPoints.goneAt),
        ),
      ),
  );
}

/** START, from the number itself: what had been confirmed counts again. */
export async function reviveNumber(db: Db, { channel, address }: Number): Promise<void> {
  await db("repeatable", (queries) =>
    queries
      .update(contactPoints)
      .set({ goneAt: null })
      .where(
        and(
          eq(contactPoints.channel, channel),
          eq(contactPoints.address, address),
          isNotNull(contactPoints.verifiedAt),
          isNotNull(contactPoints.goneAt),
        ),
      ),
  );
}
