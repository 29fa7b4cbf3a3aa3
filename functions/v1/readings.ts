import { type Context, Hono, type MiddlewareHandler } from "hono";
import { exportReadings } from "../../lib/flows/readings/export-readings.ts";
import { listApiReadings } from "../../lib/flows/readings/list-api-readings.ts";
import type { Clock, Report } from "../../lib/ports.ts";
import type { Db } from "../../lib/store/db.ts";
import { type ApiReadings, ApiReadingsQuery } from "../../schema/wire/readings.ts";
import { refusal, reply } from "../_http/reply.ts";
import type { ApiEnv } from "../_http/require-api-key.ts";
import { textStream } from "../_http/text-stream.ts";
import { validate } from "../_http/validate.ts";

export function readingRoutes(
  ports: { db: Db; clock: Clock; report: Report },
  guard: MiddlewareHandler<ApiEnv>,
) {
  const routes = new Hono<ApiEnv>();
  routes.get("/api/v1/readings", guard, async (c) => {
    c.header("Vary", "Accept");
    const query = readQuery(c);
    if (!query.ok) return refusal(c, query.problem);
    const { format, limit, sensor_id: sensorIds = [], device_id: deviceId, ...rest } = query.value;
    const { key, from, to, cursor, resolution } = rest;
    const { householdId } = c.var.caller;
    const ask = { householdId, sensorIds, deviceId, key, from, to, cursor, resolution };
    if (!wantsCsv(c, format)) return reply<ApiReadings>(c, await listApiReadings(ports, ask, limit));
    const csv = await exportReadings(ports, ask, limit);
    if (!csv.ok) return refusal(c, csv.problem);
    const { from: start, to: end, lines } = csv.value;
    return c.body(textStream(lines, ports.report), 200, csvHeaders(start, end));
  });
  return routes;
}

const readQuery = (c: Context) =>
  validate(ApiReadingsQuery, { ...c.req.query(), sensor_id: c.req.queries("sensor_id") });

const wantsCsv = (c: Context, format: "json" | "csv" | undefined): boolean =>
  format === undefined ? /\btext\/csv\b/i.test(c.req.header("Accept") ?? "") : format === "csv";

const csvHeaders = (from: Date, to: Date) => ({
  "Content-Type": "text/csv; charset=utf-8; header=present",
  "Content-Disposition": `attachment; filename="readings-${dayOf(from)}-${dayOf(to)}.csv"`,
});

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
