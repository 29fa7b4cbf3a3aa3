import { ID_PREFIXES, type Resolution } from "../../../schema/vocabulary.ts";
import type { AlertRecord } from "../../alerts/shown-alert.ts";
import { eachSensor, type HomeSensor, type SensorOfDevice, sensorPlace } from "../../devices/home-device.ts";
import { meantSpan, meantValue } from "../../devices/sensor.ts";
import type { StoredValue } from "../../history/buckets.ts";
import { BUCKET_MS } from "../../history/buckets.ts";
import { listReadings } from "../../history/readings.queries.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { done, doneIf, refuse } from "../../kernel/outcome.ts";
import { newId } from "../../kernel/secret.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/time.ts";
import { type ActingMember, entryBy } from "../../people/activity.ts";
import { SHARING_LIMITS } from "../limits.ts";
import { addNote, type ChartNote, deleteNote, findChartMarks } from "./chart-notes.queries.ts";
import { findHomePage } from "./home-page.queries.ts";
import type { PageHome } from "./page-home.ts";
import { type ChartPoint, type ChartSpan, resolutionOf } from "./workbench.ts";

/** The most lines that a person can tell apart in one chart. */
const TRACES_MAX = 6;
/** The most states in one chart. Each has its own row under the lines. */
const STATES_MAX = 6;
/** Two years, so that two winters can be compared. */
const DAYS_MAX = 732;
const SPAN_MS_MIN = 5 * MINUTE_MS;
/** The most single readings of a line. With more, the chart draws quarter hours. */
const RAW_MAX = 1_500;
const RAW_SPAN_MS = 12 * HOUR_MS;
/** A silence longer than this many steps leaves a gap in the line. */
const GAP_STEPS = 3;

/** `stepMs`: the time that one point represents; `gapMs`: the silence after which the line is interrupted. */
export type Trace = ReturnType<typeof traceOf>;

/** The readings of some sensors in a range. */
export type Chart = ChartSpan & { traces: Trace[] };

export type Workbench = {
  home: PageHome;
  /** The traces: measures first, then states. */
  chart: Chart;
  /** Alerts that were open at any time of the range, about a shown sensor, its device or the whole home. */
  alerts: AlertRecord[];
  notes: ChartNote[];
};

type WorkbenchAsk = {
  householdId: string;
  /** The chosen sensors; those beyond the limits are ignored. Empty shows the home's temperatures. */
  sensorIds: readonly string[];
  /** Returns the range in the home's time zone. */
  span: (timeZone: string) => ChartSpan;
};

/** Returns several sensors of a home in one range, with the alerts and notes of that range. */
export async function showWorkbench(services: CoreServices, { householdId, sensorIds, span }: WorkbenchAsk) {
  const home = await findHomePage(services.db, householdId);
  if (home === null) return refuse("not_found");
  const asked = span(home.timeZone);
  const to = new Date(Math.max(asked.to.getTime(), asked.from.getTime() + SPAN_MS_MIN));
  const from = new Date(Math.max(asked.from.getTime(), to.getTime() - DAYS_MAX * DAY_MS));
  const chosen = chosenOf(home, sensorIds);
  const [chart, marks] = await Promise.all([
    chartOf(services.db, chosen, { ...asked, from, to }, services.clock()),
    findChartMarks(services.db, { householdId, from, to }),
  ]);
  const alerts = marks.alerts.filter(({ sensorId, deviceId }) =>
    sensorId !== null
      ? chosen.some(({ sensor }) => sensor.id === sensorId)
      : deviceId === null || chosen.some(({ device }) => device.id === deviceId),
  );
  return done<Workbench>({ home, chart, alerts, notes: marks.notes });
}

function chosenOf(home: PageHome, sensorIds: readonly string[]): SensorOfDevice[] {
  const all = eachSensor(home.devices);
  const asked = all.filter(({ sensor }) => sensorIds.includes(sensor.id));
  const chosen = asked.length > 0 ? asked : all.filter(({ sensor }) => sensor.kind === "temperature");
  return [
    ...chosen.filter(({ sensor }) => !sensor.isState).slice(0, TRACES_MAX),
    ...chosen.filter(({ sensor }) => sensor.isState).slice(0, STATES_MAX),
  ];
}

/** Reads a chart as finely as eyes can see: single readings for a short range, hours or days for a long one. */
export async function chartOf(db: Db, chosen: readonly SensorOfDevice[], span: ChartSpan, now: Date) {
  const { from, to } = span;
  const spanMs = to.getTime() - from.getTime();
  const read = (resolution: Resolution, points: number) =>
    listReadings(db, {
      from,
      to,
      now,
      resolution,
      sensors: chosen.map(sensorPlace),
      limit: chosen.length * points,
    });
  const raw = spanMs <= RAW_SPAN_MS ? await read("raw", RAW_MAX) : null;
  const resolution = resolutionOf(spanMs);
  const stored =
    raw !== null && raw.length < chosen.length * RAW_MAX
      ? raw
      : await read(resolution, Math.ceil(spanMs / BUCKET_MS[resolution]) + 1);
  const bySensor = Map.groupBy(stored, ({ sensorId }) => sensorId);
  const traces = chosen.map((each) => traceOf(each, bySensor.get(each.sensor.id) ?? [], to));
  return { ...span, traces };
}

function traceOf({ sensor, device }: SensorOfDevice, stored: readonly StoredValue[], to: Date) {
  // A bucket begins before the readings in it: nothing is known before the sensor's first one.
  const created = sensor.createdAt.getTime();
  const points = stored.map(({ recordedAt, value, bucket, resolution }) => ({
    at: isWithin(created, recordedAt.getTime(), resolution) ? created : recordedAt.getTime(),
    value: meantValue(sensor, value),
    ...meantSpan(sensor, { low: bucket?.min ?? value, high: bucket?.max ?? value }),
  }));
  // The step is at least a quarter hour: a device may have posted less often before, and a lost post is no gap.
  const usual = Math.max(device.usualIntervalMs ?? 0, BUCKET_MS["15m"]);
  // Old history may have coarser steps than requested, depending on the plan.
  const steps = new Set(stored.map(({ resolution }) => resolution));
  const stepMs = Math.max(usual, ...[...steps].map((each) => (each === "raw" ? 0 : BUCKET_MS[each])));
  return {
    sensor,
    device,
    points: [...points, ...lastOf(points, sensor, to)],
    stepMs,
    gapMs: stepMs * GAP_STEPS,
  };
}

const isWithin = (moment: number, from: number, resolution: Resolution): boolean =>
  resolution !== "raw" && from < moment && moment < from + BUCKET_MS[resolution];

/** Appends the latest reading: a line that ended at a bucket's mean would contradict the alert about that reading. */
function lastOf(points: readonly ChartPoint[], { value, recordedAt }: HomeSensor, to: Date): ChartPoint[] {
  const last = points.at(-1);
  const at = recordedAt?.getTime() ?? 0;
  return last === undefined || value === null || at <= last.at || at > to.getTime()
    ? []
    : [{ at, value, low: value, high: value }];
}

/** Pins a note to a moment of the charts of the member's home. */
export async function pinNote(
  services: CoreServices,
  acting: ActingMember,
  note: { at: Date; text: string },
) {
  const id = newId(ID_PREFIXES.chartNote, services.random);
  const entry = entryBy(acting, services.clock(), "note_pinned", id);
  return (await addNote(services.db, entry, { ...note, id, userId: acting.member.userId }))
    ? done({ id })
    : refuse("too_many", `Too many notes: ${SHARING_LIMITS.chartNotesMax} at most in a home`);
}

export const removeNote = async ({ db, clock }: CoreServices, acting: ActingMember, id: string) =>
  doneIf(await deleteNote(db, entryBy(acting, clock(), "note_removed", id)));
