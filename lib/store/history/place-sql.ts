import { type SQL, sql } from "drizzle-orm";
import type { StretchAsk } from "./item.ts";

type Sensors = Pick<StretchAsk, "sensors">;

/** The wanted sensors as rows named `place`. */
export const places = ({ sensors }: Sensors): SQL => {
  const list = sensors.map(({ sensorId, deviceNumber, position }) => ({ sensorId, deviceNumber, position }));
  return sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
    as place ("sensorId" text, "deviceNumber" integer, position smallint)`;
};

/**
 * Their devices as a constant: how few they are is not to be seen in a list of JSON, and decides for the
 * index.
 */
export const placeDevices = ({ sensors }: Sensors): SQL => {
  const numbers = new Set(sensors.map(({ deviceNumber }) => deviceNumber));
  return sql`(${`{${[...numbers].join(",")}}`}::integer[])`;
};

export const direction = ({ newestFirst }: Pick<StretchAsk, "newestFirst">): SQL =>
  newestFirst ? sql`desc` : sql`asc`;

/** The last year that both JavaScript and PostgreSQL write alike; no reading lies outside. */
const MICROS_MAX = Date.UTC(9999, 11, 31) * 1_000;

/** A constant to the planner, which leaves out other days' partitions then. */
export const momentOfMicros = (micros: number): SQL => {
  const within = Math.min(Math.max(micros, 0), MICROS_MAX);
  const text = new Date(Math.floor(within / 1_000)).toISOString().slice(0, -1);
  return sql`${`${text}${String(within % 1_000).padStart(3, "0")}Z`}::timestamptz`;
};
