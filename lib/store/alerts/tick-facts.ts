import { sql } from "drizzle-orm";
import type { Learned } from "../../domain/alerts/judge-cooling.ts";
import type { Series } from "../../domain/alerts/sensor-truth.ts";
import type { TickFacts, TickSensor } from "../../domain/alerts/tick-facts.ts";
import type { Db } from "../db.ts";

/** As they stand now; those that are gone are left out. */
export async function listTickFacts(db: Db, householdIds: string[]): Promise<TickFacts[]> {
  if (householdIds.length === 0) return [];
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ facts: TickFacts }>(sql`
      select tick_facts(home.id) as facts from households home
      where home.id in (select jsonb_array_elements_text(${JSON.stringify(householdIds)}::jsonb))`),
  );
  return rows.map(({ facts }) => facts);
}

export async function findTickFacts(db: Db, householdId: string): Promise<TickFacts | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ facts: TickFacts | null }>(sql`select tick_facts(${householdId}) as facts`),
  );
  return rows[0]?.facts ?? null;
}

type Row = { sensor_id: string; at: number; value: number };

/** Readings of the sensors since `from`, oldest first. They are hours old at most: always in snapshots. */
export async function listSeries(db: Db, sensors: TickSensor[], from: Date): Promise<Map<string, Series>> {
  if (sensors.length === 0) return new Map();
  const places = JSON.stringify(
    sensors.map(({ id, deviceNumber, position }) => ({ id, number: deviceNumber, position })),
  );
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select place.id as sensor_id, epoch_ms(snapshot.recorded_at) as at,
        snapshot."values"[place.position] as value
      from jsonb_to_recordset(${places}::jsonb) as place (id text, number integer, position smallint)
      join snapshots snapshot on snapshot.device_number = place.number
      where snapshot.recorded_at >= ${from.toISOString()}::timestamptz
        and snapshot."values"[place.position] is not null
      order by snapshot.recorded_at`),
  );
  const series = new Map<string, { at: number; value: number }[]>(sensors.map(({ id }) => [id, []]));
  for (const { sensor_id, at, value } of rows) series.get(sensor_id)?.push({ at, value });
  return series;
}

/** Remembers how fast spaces cool. */
export async function rememberTau(db: Db, learned: Learned[]): Promise<void> {
  if (learned.length === 0) return;
  await db("repeatable", (queries) =>
    queries.execute(sql`
      update sensors set tau_hours = learned."tauHours"
      from jsonb_to_recordset(${JSON.stringify(learned)}::jsonb) as learned ("sensorId" text, "tauHours" real)
      where sensors.id = learned."sensorId"`),
  );
}

/** When the clock's own ticks of the last two days ran: while they did not, a silent device proves nothing. */
export async function listTicks(db: Db, since: Date): Promise<number[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ at: number }>(sql`
      select epoch_ms(started_at) as at from job_runs
      where job = 'collect-history' and started_at >= ${since.toISOString()}::timestamptz order by started_at`),
  );
  return rows.map(({ at }) => at);
}
