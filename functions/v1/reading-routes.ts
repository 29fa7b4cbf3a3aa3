import type { Context } from "hono";
import { findIngestKeyHash } from "../../lib/devices/ingest-keys.queries.ts";
import { refuse } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { BYTE_ORDER_MARK } from "../../lib/readings/api-reading.ts";
import { METRICS_TYPE } from "../../lib/readings/metrics/render-metrics.ts";
import { type AskReadings, exportReadings, listApiReadings } from "../../lib/readings/read-body.actions.ts";
import { showMetrics } from "../../lib/sharing/metrics/show-metrics.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { ApiReadings, ApiReadingsQuery } from "../../schema/wire/readings.ts";
import { refusal } from "../_http/app.ts";
import { textStream } from "../_http/body.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { type HomeEnv, homeOf, pathId } from "../_http/require-session.ts";
import { POST_WORDS, takeReadings } from "../_http/take-readings.ts";

const route = routesFor<Services, HomeEnv>();

/** Readings: posted on behalf of a device, listed by page as JSON, or exported for a whole period as CSV. */
export const READINGS = {
  "readings.create": route({
    on: "POST /devices/:id/readings",
    only: true,
    may: "manage_devices",
    ...POST_WORDS,
    about: `Stores readings of a push device as if the device had posted them. ${POST_WORDS.about}`,
    limit: RATE_LIMITS.ingest,
    refusals: [404],
    answer: async (services, c, { explain }) => {
      const keyHash = await findIngestKeyHash(services.db, homeOf(c), pathId(c));
      const isExplained = explain !== undefined;
      return keyHash === null ? refuse("not_found") : takeReadings(c, services, keyHash, { isExplained });
    },
  }),
  "readings.list": route({
    on: "GET /readings",
    may: "read_home",
    query: ApiReadingsQuery,
    summary: "List readings",
    about:
      "Returns the oldest first; without `from` and `to`, the last 24 hours. `resolution` in the answer is the actual one, because the plan may only keep coarser rows. `format=csv` or `Accept: text/csv` returns the file of `/readings.csv`.",
    answers: {
      200: { description: "A page of readings, or the file", json: ApiReadings, types: ["text/csv"] },
    },
    refusals: [404],
    answer: (services, c, query) => {
      c.header("Vary", "Accept");
      return wantsCsv(c, query.format)
        ? csv(c, services, query)
        : listApiReadings(services, askOf(c, query), query.limit);
    },
  }),
  "readings.export": route({
    on: "GET /readings.csv",
    may: "read_home",
    query: ApiReadingsQuery,
    summary: "Export readings as CSV",
    about: "Streams the file, so a year of readings needs no paging. The columns are those of the JSON rows.",
    answers: { 200: { description: "A header line, then a line for each reading", types: ["text/csv"] } },
    refusals: [404],
    answer: (services, c, query) => csv(c, services, query),
  }),
  "metrics.get": route({
    on: "GET /metrics",
    may: "read_home",
    summary: "Get metrics",
    about:
      "Returns base units without timestamps. Values that are unknown or older than a day are omitted, never 0.",
    answers: {
      200: { description: "Text format 0.0.4", types: ["text/plain; version=0.0.4; charset=utf-8"] },
    },
    refusals: [404],
    answer: async (services, c) => {
      const text = await showMetrics(services, homeOf(c));
      return text.ok ? c.body(text.value, 200, { "Content-Type": METRICS_TYPE }) : text;
    },
  }),
};

async function csv(c: Context<HomeEnv>, services: Services, query: ApiReadingsQuery): Promise<Response> {
  const made = await exportReadings(services, askOf(c, query), query.limit);
  if (!made.ok) return refusal(c, made.problem);
  const { from, to, lines } = made.value;
  // A browser saves the file for a spreadsheet, which would read it as Latin-1 without a byte order mark.
  const isDownload = c.req.header("Accept")?.includes("text/html") === true;
  return c.body(textStream(isDownload ? marked(lines) : lines, services.report), 200, csvHeaders(from, to));
}

async function* marked(lines: AsyncIterable<string>): AsyncIterable<string> {
  yield BYTE_ORDER_MARK;
  yield* lines;
}

function askOf(c: Context<HomeEnv>, query: ApiReadingsQuery): AskReadings {
  const { sensor_id: sensorIds = [], device_id: deviceId, key, from, to, cursor, resolution } = query;
  return { householdId: homeOf(c), sensorIds, deviceId, key, from, to, cursor, resolution };
}

const wantsCsv = (c: Context, format: "json" | "csv" | undefined): boolean =>
  format === undefined ? /\btext\/csv\b/i.test(c.req.header("Accept") ?? "") : format === "csv";

const csvHeaders = (from: Date, to: Date) => ({
  "Content-Type": "text/csv; charset=utf-8; header=present",
  "Content-Disposition": `attachment; filename="readings-${dayOf(from)}-${dayOf(to)}.csv"`,
});

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
