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

/** As many lines as a person tells apart. */
const TRACES_MAX = 6;
/** States stand in rows of their own under the lines. */
const STATES_MAX = 6;
/** Two years, so that a winter can be seen beside the one before. */
const DAYS_MAX = 732;
const SPAN_MS_MIN = 5 * MINUTE_MS;
/** Readings of a line that are drawn as they came; of more, their quarter hours. */
const RAW_MAX = 1_500;
const RAW_SPAN_MS = 12 * HOUR_MS;
/** A longer silence than so many steps is a gap and no line. */
const GAP_STEPS = 3;

/** `stepMs`: how long a point stands for; `gapMs`: after how long without one the line ends. */
export type Trace = ReturnType<typeof traceOf>;

/** The past of some sensors. */
export type Chart = ChartSpan & { traces: Trace[] };

export type Workbench = {
  home: PageHome;
  /** Measures first, states after them. */
  chart: Chart;
  /** Open at any time of the range, about a sensor that is shown, its device or the whole home. */
  alerts: AlertRecord[];
  notes: ChartNote[];
};

type WorkbenchAsk = {
  householdId: string;
  /** The first ones count. Nothing chosen shows the home's temperatures. */
  sensorIds: readonly string[];
  /** The range, given the home's own zone. */
  span: (timeZone: string) => ChartSpan;
};

/** Several sensors of a home in one range, with what happened in it. */
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

/** As finely as can be seen: a short range as it was measured, a long one by the hour or the day. */
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
  const points = stored.map(({ recordedAt, value, bucket }) => ({
    at: recordedAt.getTime(),
    value: meantValue(sensor, value),
    ...meantSpan(sensor, { low: bucket?.min ?? value, high: bucket?.max ?? value }),
  }));
  // One that posts every minute by now may have had quieter times, and a post that is lost is no gap.
  const usual = Math.max(device.usualIntervalMs ?? 0, BUCKET_MS["15m"]);
  // What a plan no longer keeps as finely comes in coarser steps than were asked for.
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

/** The last reading itself ends the line: a bucket's mean would tell another value than the alert about it. */
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
