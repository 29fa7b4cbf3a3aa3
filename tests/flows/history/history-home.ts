import { shareApp } from "../../../functions/share/app.ts";
import { compactDays } from "../../../lib/history/compact.actions.ts";
import { dropExpired } from "../../../lib/history/history-shard.actions.ts";
import {
  listReadingPage,
  type PlacedReading,
  type ReadingRange,
} from "../../../lib/history/readings.queries.ts";
import type { Resolution } from "../../../schema/vocabulary.ts";
import { openApi } from "../../support/api.ts";
import { addDevice, addShareLink } from "../../support/fixtures.ts";

export const DAY_MS = 86_400_000;
export const at = (iso: string): number => Date.parse(iso);

export type Sensor = { sensorId: string; deviceNumber: number; position: number; isState: boolean };
/** `first`: the first sensor, which most tests use. */
export type HistoryDevice = {
  id: string;
  ingestKey: string;
  number: number;
  sensors: Sensor[];
  first: Sensor;
};

/** Opens Ada's Pro home with its API and a share link, and functions to fill, seal and read its history. */
export async function openHistory(start = "2026-11-20T10:30:00Z") {
  const api = await openApi(start);
  const token = await addShareLink(api.database, api.home, { scope: "history" });
  const shared = shareApp(api.services);
  const { database, services, clock } = api;

  /** Adds a device with sensors `s1`, `s2` … of these kinds. A door is a state. */
  const device = async (kinds: string[] = ["temperature"], home = api.home): Promise<HistoryDevice> => {
    const added = await addDevice(database, home);
    const [row] = await database.sql<{ number: number }>`
      update devices set latest_values = array_fill(null::float8, array[${kinds.length}::integer]),
      latest_at = array_fill(null::timestamptz, array[${kinds.length}::integer])
      where id = ${added.id} returning number`;
    const number = row?.number ?? 0;
    const sensors = kinds.map((kind, index) => ({
      sensorId: `sen_${number}_${index + 1}`,
      deviceNumber: number,
      position: index + 1,
      isState: kind === "door",
    }));
    for (const [index, { sensorId, position, isState }] of sensors.entries())
      await database.query(
        `insert into sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
         values ($1, $2, $3, $4, $4, $5, $6, $7, now())`,
        [sensorId, added.id, position, `s${position}`, kinds[index], isState ? null : "°F", isState],
      );
    const [first] = sensors;
    if (first === undefined) throw new Error("a device without sensors");
    return { ...added, number, sensors, first };
  };

  /** Stores snapshots as posts would have. */
  const fill = async ({ number }: HistoryDevice, rows: [atMicros: number, values: (number | null)[]][]) => {
    const text = rows.map(([micros, values]) => ({
      micros: String(micros),
      sent: `{${values.map((value) => (Object.is(value, -0) ? "-0" : (value ?? "NULL"))).join(",")}}`,
    }));
    const list = JSON.stringify(text);
    await database.sql`
      select ensure_snapshot_day(day) from (select distinct (('epoch'::timestamptz + micros * interval
      '1 microsecond') at time zone 'UTC')::date as day
      from jsonb_to_recordset(${list}::jsonb) as r (micros bigint)) days`;
    await database.sql`
      select store_snapshot(${number}, 'epoch'::timestamptz + micros * interval '1 microsecond', sent)
      from jsonb_to_recordset(${list}::jsonb) as r (micros bigint, sent float8[])`;
  };

  /** Fills a day with a row every `every` minutes. */
  const fillDay = (of: HistoryDevice, ...rows: Parameters<typeof quarterHours>) =>
    fill(of, quarterHours(...rows));

  const page = (
    sensors: Sensor[],
    range: Partial<ReadingRange> & { from: Date; to: Date },
    limit = 100_000,
  ) => listReadingPage(services.db, { sensors, now: clock(), after: null, limit, ...range });
  /** Reads all pages of `limit` readings, and joins them. */
  const pages = async (
    sensors: Sensor[],
    range: { from: Date; to: Date; resolution?: Resolution },
    limit: number,
  ) => {
    const all: PlacedReading[] = [];
    for (let after: PlacedReading["place"] | null = null; ; ) {
      const part = await listReadingPage(services.db, { sensors, now: clock(), after, limit, ...range });
      all.push(...part);
      if (part.length < limit) return all;
      after = part.at(-1)?.place ?? null;
    }
  };
  const count = async (table: string, where = "true"): Promise<number> => {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::integer as count from ${table} where ${where}`,
    );
    return row?.count ?? 0;
  };
  return {
    ...api,
    token,
    device,
    fill,
    fillDay,
    page,
    pages,
    count,
    share: async (query: string) => {
      const response = await shared.request(`/api/share/${token}/readings?${query}`);
      return (await response.json()) as { readings: Record<string, unknown>[] };
    },
    compact: () => compactDays(services),
    drop: () => dropExpired(services),
  };
}

export type History = Awaited<ReturnType<typeof openHistory>>;

/** The rows of a day, one every `every` minutes, with times in epoch microseconds. */
export const quarterHours = (
  day: string,
  valuesAt: (index: number) => (number | null)[],
  every = 15,
): [number, (number | null)[]][] =>
  Array.from({ length: (24 * 60) / every }, (_, index) => [
    (at(`${day}T00:00:00Z`) + index * every * 60_000) * 1_000,
    valuesAt(index),
  ]);
