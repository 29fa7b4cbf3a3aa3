import { sql } from "drizzle-orm";
import type { SharedHome, SharedSensor } from "../domain/share/shared-home.ts";
import { dateOf } from "./date-of.ts";
import type { Db } from "./db.ts";
import { byteaText, secretHash } from "./secret-hash.ts";

type Row = Omit<SharedHome, "sensors"> & {
  sensors: (Omit<SharedSensor, "recordedAt"> & { recordedAt: string | null })[];
};

/** What a link shows now, in one call; null alike for an unknown, revoked and expired token. */
export async function findSharedHome(db: Db, token: string, now: Date): Promise<SharedHome | null> {
  const tokenHash = byteaText(await secretHash(token));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select link.name, link.scope, coalesce(json_agg(json_build_object(
        'sensorId', sensor.id, 'key', sensor.key, 'label', sensor.label, 'kind', sensor.kind, 'unit', sensor.unit,
        'isState', sensor.is_state, 'deviceNumber', device.number, 'position', sensor.position,
        'device', device.name, 'space', device.space,
        'value', device.latest_values[sensor.position],
        'recordedAt', to_json(device.latest_at[sensor.position])
      ) order by device.created_at, device.id, sensor.position) filter (where sensor.visible), '[]') as sensors,
        coalesce(json_agg(json_build_object('key', sensor.key, 'kind', sensor.kind, 'deviceNumber', device.number,
          'position', sensor.position)) filter (where not sensor.visible), '[]') as hidden
      from share_links link
      left join devices device on device.household_id = link.household_id and device.enabled
      left join sensors sensor on sensor.device_id = device.id
      where link.token_hash = ${tokenHash}::bytea and link.revoked_at is null
        and (link.expires_at is null or link.expires_at > ${now.toISOString()}::timestamptz)
      group by link.id`),
  );
  const link = rows[0];
  if (link === undefined) return null;
  const sensors = link.sensors.map((sensor) => ({
    ...sensor,
    recordedAt: dateOf(sensor.recordedAt),
  }));
  return { ...link, sensors };
}
