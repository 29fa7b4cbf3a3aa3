import { type Context, Hono } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type AskReadings, exportReadings, listApiReadings } from "../../lib/readings/read-body.actions.ts";
import { type ApiReadings, ApiReadingsQuery } from "../../schema/wire/readings.ts";
import { refusal, reply } from "../_http/reply.ts";
import { textStream } from "../_http/text-stream.ts";
import { query as readQuery } from "../_http/validate.ts";
import type { HomeEnv, Mount } from "./mount.ts";

export type ReadingPorts = Pick<Services, "db" | "clock" | "report">;

/** The home's history: a page as JSON, or the whole of a time as CSV. */
export function readingRoutes(ports: ReadingPorts, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  routes.get(`${prefix}/readings`, may("read_home"), async (c) => {
    c.header("Vary", "Accept");
    const query = readQuery(c, ApiReadingsQuery);
    if (!query.ok) return refusal(c, query.problem);
    return wantsCsv(c, query.value.format) ? csv(c, ports, query.value) : json(c, ports, query.value);
  });
  routes.get(`${prefix}/readings.csv`, may("read_home"), async (c) => {
    const query = readQuery(c, ApiReadingsQuery);
    return query.ok ? csv(c, ports, query.value) : refusal(c, query.problem);
  });
  return routes;
}

async function json(c: Context<HomeEnv>, ports: ReadingPorts, query: ApiReadingsQuery): Promise<Response> {
  return reply<ApiReadings>(c, await listApiReadings(ports, askOf(c, query), query.limit));
}

async function csv(c: Context<HomeEnv>, ports: ReadingPorts, query: ApiReadingsQuery): Promise<Response> {
  const made = await exportReadings(ports, askOf(c, query), query.limit);
  if (!made.ok) return refusal(c, made.problem);
  const { from, to, lines } = made.value;
  return c.body(textStream(lines, ports.report), 200, csvHeaders(from, to));
}

function askOf(c: Context<HomeEnv>, query: ApiReadingsQuery): AskReadings {
  const { sensor_id: sensorIds = [], device_id: deviceId, key, from, to, cursor, resolution } = query;
  const { householdId } = c.var.acting;
  return { householdId, sensorIds, deviceId, key, from, to, cursor, resolution };
}

const wantsCsv = (c: Context, format: "json" | "csv" | undefined): boolean =>
  format === undefined ? /\btext\/csv\b/i.test(c.req.header("Accept") ?? "") : format === "csv";

const csvHeaders = (from: Date, to: Date) => ({
  "Content-Type": "text/csv; charset=utf-8; header=present",
  "Content-Disposition": `attachment; filename="readings-${dayOf(from)}-${dayOf(to)}.csv"`,
});

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
