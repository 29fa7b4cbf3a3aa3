import { sql } from "drizzle-orm";
import type { SharedHome, SharedSensor } from "../domain/share/shared-home.ts";
import { dateOf } from "./date-of.ts";
import type { Db } from "./db.ts";
import { byteaText, secretHash } from "./secret-hash.ts";
import { isCovered, type LinkFacts, linkFacts, worksAt } from "./share-links.ts";

type Row = Omit<SharedHome, "sensors"> &
  LinkFacts & {
    sensors: (Omit<SharedSensor, "recordedAt"> & { recordedAt: string | null })[];
  };

/** What a link shows now, in one call; null alike for an unknown, revoked, expired and suspended one. */
export async function findSharedHome(db: Db, token: string, now: Date): Promise<SharedHome | null> {
  const tokenHash = byteaText(await secretHash(token));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select ${linkFacts(now)}, link.name, link.scope, coalesce(json_agg(json_build_object(
        'sensorId', sensor.id, 'key', sensor.key, 'label', sensor.label, 'kind', sensor.kind, 'unit', sensor.unit,
        'isState', sensor.is_state, 'trueMeans', coalesce(device.contact_true_means, sensor.true_means), 'deviceNumber', device.number, 'position', sensor.position,
        'device', device.name, 'space', device.space,
        'value', device.latest_values[sensor.position],
        'recordedAt', to_json(device.latest_at[sensor.position])
      ) order by device.created_at, device.id, sensor.position) filter (where sensor.visible), '[]') as sensors,
        coalesce(json_agg(json_build_object('key', sensor.key, 'kind', sensor.kind, 'deviceNumber', device.number,
          'position', sensor.position)) filter (where not sensor.visible), '[]') as hidden
      from share_links link join households home on home.id = link.household_id
      left join devices device on device.household_id = link.household_id and device.enabled
      left join sensors sensor on sensor.device_id = device.id
      where link.token_hash = ${tokenHash}::bytea and ${worksAt(sql`link`, now)}
      group by link.id, home.id`),
  );
  const link = rows[0];
  if (link === undefined || !isCovered(link, now)) return null;
  const { name, scope, hidden } = link;
  const sensors = link.sensors.map((sensor) => ({
    ...sensor,
    recordedAt: dateOf(sensor.recordedAt),
  }));
  return { name, scope, hidden, sensors };
}
