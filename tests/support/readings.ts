import type { ingestApp } from "../../functions/ingest/app.ts";
import type { TestDatabase } from "./database.ts";
import type { TestDevice } from "./fixtures.ts";

/** What a device posts. */
export const postTo = (
  app: ReturnType<typeof ingestApp>,
  { ingestKey }: Pick<TestDevice, "ingestKey">,
  body: unknown,
) => app.request(`/api/ingest/${ingestKey}`, { method: "POST", body: JSON.stringify(body) });

/** The id of a device's first sensor, or of the one with that key. */
export async function sensorOf(
  database: Pick<TestDatabase, "query">,
  deviceId: string,
  key: string | null = null,
): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    "select id from sensors where device_id = $1 and ($2::text is null or key = $2) order by position",
    [deviceId, key],
  );
  return row?.id ?? "";
}
