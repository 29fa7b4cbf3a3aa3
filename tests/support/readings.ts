import type { ingestApp } from "../../functions/ingest/app.ts";
import type { Queryable } from "./database.ts";
import type { TestDevice } from "./fixtures.ts";

/** Posts a body as a device does. */
export const postTo = (
  app: ReturnType<typeof ingestApp>,
  { ingestKey }: Pick<TestDevice, "ingestKey">,
  body: unknown,
) => app.request(`/api/ingest/${ingestKey}`, { method: "POST", body: JSON.stringify(body) });

/** Returns the id of a device's first sensor, or of the one with that key. */
export async function sensorOf(
  database: Queryable,
  deviceId: string,
  key: string | null = null,
): Promise<string> {
  const [row] = await database.sql<{ id: string }>`
    select id from sensors where device_id = ${deviceId} and (${key}::text is null or key = ${key})
    order by position`;
  return row?.id ?? "";
}
