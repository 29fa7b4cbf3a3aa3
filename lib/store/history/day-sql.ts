import { type SQL, sql } from "drizzle-orm";
import { dayEndMs, dayStartMs, type UtcDay } from "../../domain/history/utc-day.ts";

export const momentOf = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Plain comparisons with constants: what the partitions and their index understand. */
export const isWithinDay = (moment: SQL, day: UtcDay): SQL =>
  sql`${moment} >= ${momentOf(dayStartMs(day))} and ${moment} < ${momentOf(dayEndMs(day))}`;

/** No day is sealed before the first run. */
export const SEALED_BEFORE = sql`coalesce((select before from sealed_days), '-infinity'::date)`;

/** A JSON list of device numbers as rows. */
export const deviceList = (numbers: readonly number[]): SQL =>
  sql`(select value::integer from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb))`;

/**
 * Holds the devices against everything that stores or removes readings. In the order in which feeds are
 * stored, so that the two never wait for each other.
 */
export const lockDevices = (numbers: readonly number[]): SQL =>
  sql`select 1 from devices where number in ${deviceList(numbers)} order by id for no key update`;
