import { type SQL, sql } from "drizzle-orm";
import type { StretchAsk } from "./item.ts";

/** The wanted sensors as rows named `place`. */
export const places = ({ sensors }: Pick<StretchAsk, "sensors">): SQL => {
  const list = sensors.map(({ sensorId, deviceNumber, position }) => ({ sensorId, deviceNumber, position }));
  return sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
    as place ("sensorId" text, "deviceNumber" integer, position smallint)`;
};

export const direction = ({ newestFirst }: Pick<StretchAsk, "newestFirst">): SQL =>
  newestFirst ? sql`desc` : sql`asc`;

/** As text, so that a number of sixteen digits arrives whole. */
export const momentOfMicros = (micros: number | string): SQL =>
  sql`('epoch'::timestamptz + ${String(micros)}::bigint * interval '1 microsecond')`;
