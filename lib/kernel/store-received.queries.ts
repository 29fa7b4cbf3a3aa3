import { sql } from "drizzle-orm";
import { READING_LIMITS } from "../readings/limits.ts";
import type { ReceivedBody } from "../readings/received-body/received-body.ts";
import type { Db } from "./db.queries.ts";
import { byteaText, secretHash } from "./secret-hash.queries.ts";

/** What a device sent, newest first, by its ingest key. */
export type ReceivedByKey = { ingestKey: string; bodies: ReceivedBody[] };

/** Puts them before what is there and keeps the newest. A key that nobody has leaves nothing. */
export async function storeReceived(db: Db, received: readonly ReceivedByKey[]): Promise<void> {
  const rows = await Promise.all(
    received.map(async ({ ingestKey, bodies }) => ({ hash: byteaText(await secretHash(ingestKey)), bodies })),
  );
  await db("repeatable", (queries) =>
    queries.execute(sql`
      insert into received_bodies as kept (device_id, bodies, received_at)
      select device.id, sent.bodies, (sent.bodies->0->>'at')::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (hash text, bodies jsonb)
      join devices device on device.ingest_key_hash = sent.hash::bytea
      order by device.id
      on conflict (device_id) do update set
        received_at = greatest(kept.received_at, excluded.received_at),
        bodies = (
          select jsonb_agg(body order by place)
          from jsonb_array_elements(excluded.bodies || kept.bodies) with ordinality as t (body, place)
          where place <= ${READING_LIMITS.receivedBodiesMax}::integer)`),
  );
}
