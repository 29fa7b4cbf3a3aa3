import type { Context } from "hono";
import {
  type CreateDevicePorts,
  changeDevice,
  createDevice,
  deleteDevice,
  listDevices,
  showDevice,
} from "../../lib/devices/devices.actions.ts";
import { rotateIngestKey } from "../../lib/devices/ingest-keys.actions.ts";
import { changeSensor, changeSensors, showSensor } from "../../lib/devices/sensors.actions.ts";
import {
  deleteFeed,
  listFeeds,
  type PullSetupPorts,
  savePullSetup,
  showPullSetup,
} from "../../lib/feeds/setup/pull-setup.actions.ts";
import { BYTE_ORDER_MARK } from "../../lib/kernel/csv.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { METRICS_TYPE } from "../../lib/readings/metrics/exposition.ts";
import { showMetrics } from "../../lib/readings/metrics/show-metrics.actions.ts";
import { type AskReadings, exportReadings, listApiReadings } from "../../lib/readings/read-body.actions.ts";
import type {
  DEVICE_WORDS,
  FEED_AND_READING_WORDS,
  PULL_SETUP_WORDS,
} from "../../schema/openapi/routes/devices.ts";
import type { DEVICES, FEEDS_AND_READINGS, PULL_SETUP } from "../../schema/routes/home.ts";
import type { ApiReadingsQuery } from "../../schema/wire/readings.ts";
import { textStream } from "../_http/body.ts";
import type { Handlers } from "../_http/mounted-routes.ts";
import { refusal } from "../_http/reply.ts";
import { type HomeEnv, homeOf, pathId } from "../_http/require-session.ts";

/** Devices, how their sensors are called, and which of these are shown. */
export const deviceHandlers = (
  ports: CreateDevicePorts,
): Handlers<typeof DEVICES, typeof DEVICE_WORDS, HomeEnv> => ({
  "devices.list": (c, page) => listDevices(ports, homeOf(c), page),
  "devices.create": (c, wish) => createDevice(ports, c.var.acting, wish),
  "sensors.updateBatch": (c, { sensors }) => changeSensors(ports, c.var.acting, sensors),
  "devices.get": (c) => showDevice(ports, homeOf(c), pathId(c)),
  "devices.update": (c, { flat_temperature_unit: flatTemperatureUnit, contact_true_means: means, ...rest }) =>
    changeDevice(ports, c.var.acting, pathId(c), { ...rest, flatTemperatureUnit, contactTrueMeans: means }),
  "devices.delete": (c) => deleteDevice(ports, c.var.acting, pathId(c)),
  "devices.rotateIngestKey": (c) => rotateIngestKey(ports, c.var.acting, pathId(c)),
  "sensors.get": (c) => showSensor(ports, homeOf(c), pathId(c)),
  "sensors.update": (c, change) => changeSensor(ports, c.var.acting, pathId(c), change),
});

/** What the home has polled. A feed's URL may hold a key, so only who may change it reads its query. */
export const pullSetupHandlers = (
  ports: PullSetupPorts,
): Handlers<typeof PULL_SETUP, typeof PULL_SETUP_WORDS, HomeEnv> => ({
  "pullSetup.get": (c) => showPullSetup(ports, homeOf(c), c.var.mayManageFeeds),
  "pullSetup.save": (c, setup) => savePullSetup(ports, c.var.acting, setup),
});

export type ReadingPorts = Pick<Services, "db" | "clock" | "report">;

/** Feeds alone, with how they are doing; and the home's history, a page as JSON or the whole of a time as CSV. */
export const feedAndReadingHandlers = (
  ports: PullSetupPorts & ReadingPorts,
): Handlers<typeof FEEDS_AND_READINGS, typeof FEED_AND_READING_WORDS, HomeEnv> => ({
  "feeds.list": (c) => listFeeds(ports, homeOf(c), c.var.mayManageFeeds),
  "feeds.delete": (c) => deleteFeed(ports, c.var.acting, pathId(c)),
  "readings.list": (c, query) => {
    c.header("Vary", "Accept");
    return wantsCsv(c, query.format)
      ? csv(c, ports, query)
      : listApiReadings(ports, askOf(c, query), query.limit);
  },
  "readings.export": (c, query) => csv(c, ports, query),
  "metrics.get": async (c) => {
    const text = await showMetrics(ports, homeOf(c));
    return text.ok ? c.body(text.value, 200, { "Content-Type": METRICS_TYPE }) : text;
  },
});

async function csv(c: Context<HomeEnv>, ports: ReadingPorts, query: ApiReadingsQuery): Promise<Response> {
  const made = await exportReadings(ports, askOf(c, query), query.limit);
  if (!made.ok) return refusal(c, made.problem);
  const { from, to, lines } = made.value;
  // A browser saves it for a spreadsheet, which takes it for Latin-1 without the mark.
  const isDownload = c.req.header("Accept")?.includes("text/html") === true;
  return c.body(textStream(isDownload ? marked(lines) : lines, ports.report), 200, csvHeaders(from, to));
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
