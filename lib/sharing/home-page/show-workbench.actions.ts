import { ID_PREFIXES, type Resolution } from "../../../schema/vocabulary.ts";
import type { AlertRecord } from "../../alerts/shown-alert.ts";
import { eachSensor, type HomeSensor, type SensorOfDevice, sensorPlace } from "../../devices/home-device.ts";
import { meantSpan, meantValue } from "../../devices/sensor.ts";
import type { StoredValue } from "../../history/buckets.ts";
import { BUCKET_MS, bucketCeiling } from "../../history/buckets.ts";
import { listReadings } from "../../history/readings.queries.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { localDate, localMidnight } from "../../kernel/local-time.ts";
import { done, doneIf, type Outcome, refuse } from "../../kernel/outcome.ts";
import { newId } from "../../kernel/secret.ts";
import type { CoreServices, Services } from "../../kernel/services.actions.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/time.ts";
import { entryBy } from "../../people/activity.ts";
import { findHousehold } from "../../people/households.queries.ts";
import type { ActingMember } from "../../people/items.ts";
import { SHARING_LIMITS } from "../limits.ts";
import { addNote, type ChartNote, deleteNote, findChartMarks } from "./chart-notes.queries.ts";
import { findHomePage } from "./home-page.queries.ts";
import type { PageHome } from "./page-home.ts";
import { CHART_DAYS, type ChartPoint, type ChartRange, resolutionOf } from "./workbench.ts";

/** As many lines as a person tells apart. */
const TRACES_MAX = 6;
/** States stand in rows of their own under the lines. */
const STATES_MAX = 6;
/** Two years, so that the same days of the year before can be seen beside these. */
const DAYS_MAX = 732;
const SPAN_MS_MIN = 5 * MINUTE_MS;
/** Readings of a line that are drawn as they came; of more, their quarter hours. */
const RAW_MAX = 1_500;
const RAW_SPAN_MS = 12 * HOUR_MS;
/** A longer silence than so many steps is a gap and no line. */
const GAP_STEPS = 3;

/** `stepMs`: how long a point stands for; `gapMs`: after how long without one the line ends. */
export type Trace = SensorOfDevice & {
  points: ChartPoint[];
  stepMs: number;
  gapMs: number;
};

export type Workbench = {
  home: PageHome;
  from: Date;
  to: Date;
  /** Measures first, states after them. */
  traces: Trace[];
  /** What the forecast service says of outdoors, by the hour in °C: the last two days and what comes; null where nobody asked or could tell. */
  outside: ChartPoint[] | null;
  /** Open at any time of the range, about a sensor that is shown, its device or the whole home. */
  alerts: AlertRecord[];
  notes: ChartNote[];
};

type WorkbenchAsk = {
  householdId: string;
  /** The first ones count. Nothing chosen shows the home's temperatures. */
  sensorIds: readonly string[];
  withOutside: boolean;
  /** The range in epoch milliseconds, given the home's own zone. The usual one begins no day before the readings do. */
  range: (timeZone: string) => { from: number; to: number; isUsual: boolean };
};

/** Several sensors of a home in one range, with what happened in it. */
export async function showWorkbench(services: Services, ask: WorkbenchAsk): Promise<Outcome<Workbench>> {
  const { db, clock, forecast } = services;
  const { householdId, sensorIds, withOutside, range } = ask;
  const now = clock();
  const [home, household] = await Promise.all([
    findHomePage(db, householdId),
    findHousehold(db, householdId),
  ]);
  if (home === null || household === null) return refuse("not_found");
  const asked = range(home.timeZone);
  const to = new Date(Math.max(asked.to, asked.from + SPAN_MS_MIN));
  const from = new Date(Math.max(asked.from, to.getTime() - DAYS_MAX * DAY_MS));
  const chosen = chosenOf(home, sensorIds);
  const place = placeOf(household);
  const [read, marks, weather] = await Promise.all([
    readTraces(db, { chosen, from, to, now }),
    findChartMarks(db, { householdId, from, to }),
    withOutside && place !== null ? forecast(place) : null,
  ]);
  const first = Math.min(...[...read.values()].flat().map(({ recordedAt }) => recordedAt.getTime()));
  const begun = Number.isFinite(first) ? localMidnight(home.timeZone, localDate(home.timeZone, first)) : 0;
  if (asked.isUsual && begun > asked.from)
    return await showWorkbench(services, {
      ...ask,
      range: () => ({ ...asked, from: begun, isUsual: false }),
    });
  const outside = weather?.flatMap(({ at, temperatureC: value }) =>
    at >= from && at < to ? [{ at: at.getTime(), value, low: value, high: value }] : [],
  );
  return done({
    home,
    from,
    to,
    traces: chosen.map((each) => traceOf(each, read.get(each.sensor.id) ?? [])),
    outside: outside ?? null,
    alerts: marks.alerts.filter(({ sensorId, deviceId }) =>
      sensorId !== null
        ? chosen.some(({ sensor }) => sensor.id === sensorId)
        : deviceId === null || chosen.some(({ device }) => device.id === deviceId),
    ),
    notes: marks.notes,
  });
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

const placeOf = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) =>
  latitude === null || longitude === null ? null : { latitude, longitude };

type ReadAsk = { chosen: readonly SensorOfDevice[]; from: Date; to: Date; now: Date };

/** As finely as can be seen: a short range as it was measured, a long one by the hour or the day. */
async function readTraces(db: Db, { chosen, ...range }: ReadAsk): Promise<Map<string, StoredValue[]>> {
  const span = range.to.getTime() - range.from.getTime();
  const read = (resolution: Resolution, points: number) =>
    listReadings(db, {
      ...range,
      resolution,
      sensors: chosen.map(sensorPlace),
      limit: chosen.length * points,
    });
  const raw = span <= RAW_SPAN_MS ? await read("raw", RAW_MAX) : null;
  const resolution = resolutionOf(span);
  const stored =
    raw !== null && raw.length < chosen.length * RAW_MAX
      ? raw
      : await read(resolution, Math.ceil(span / BUCKET_MS[resolution]) + 1);
  return Map.groupBy(stored, ({ sensorId }) => sensorId);
}

function traceOf({ sensor, device }: SensorOfDevice, stored: readonly StoredValue[]): Trace {
  const points = stored.map(({ recordedAt, value, bucket }) => ({
    at: recordedAt.getTime(),
    value: meantValue(sensor, value),
    ...meantSpan(sensor, { low: bucket?.min ?? value, high: bucket?.max ?? value }),
  }));
  const usual = device.usualIntervalMs ?? BUCKET_MS["15m"];
  // What a plan no longer keeps as finely comes in coarser steps than were asked for.
  const steps = new Set(stored.map(({ resolution }) => resolution));
  const stepMs = Math.max(usual, ...[...steps].map((each) => (each === "raw" ? 0 : BUCKET_MS[each])));
  return { sensor, device, points, stepMs, gapMs: stepMs * GAP_STEPS };
}

export type Chart = Trace & { range: ChartRange; from: Date; to: Date };

/** A sensor's past by buckets, oldest first, in the sensor's own unit. */
export async function chartOf(
  db: Db,
  { range, now, ...chosen }: SensorOfDevice & { range: ChartRange; now: Date },
): Promise<Chart> {
  const span = CHART_DAYS[range] * DAY_MS;
  const to = new Date(bucketCeiling(resolutionOf(span), now.getTime()));
  const from = new Date(to.getTime() - span);
  const read = await readTraces(db, { chosen: [chosen], from, to, now });
  const trace = traceOf(chosen, read.get(chosen.sensor.id) ?? []);
  return { ...trace, range, from, to, points: endingNow(trace.points, chosen.sensor) };
}

/** The last reading itself ends the line: a bucket's mean would tell another value than the alert about it. */
function endingNow(points: ChartPoint[], { value, recordedAt }: HomeSensor): ChartPoint[] {
  const last = points.at(-1);
  if (last === undefined || value === null || recordedAt === null) return points;
  const at = recordedAt.getTime();
  return at <= last.at ? points : [...points, { at, value, low: value, high: value }];
}

/** Pins a note to a moment of the charts of the member's home. */
export async function pinNote(
  { db, clock, random }: CoreServices,
  acting: ActingMember,
  { at, text }: { at: Date; text: string },
): Promise<Outcome<{ id: string }>> {
  const id = newId(ID_PREFIXES.chartNote, random);
  const entry = entryBy(acting, clock(), "note_pinned", id);
  return (await addNote(db, entry, { id, at, text, userId: acting.member.userId }))
    ? done({ id })
    : refuse("too_many", `Too many notes: ${SHARING_LIMITS.chartNotesMax} at most in a home`);
}

export async function removeNote(
  { db, clock }: CoreServices,
  acting: ActingMember,
  id: string,
): Promise<Outcome<{ ok: true }>> {
  return doneIf(await deleteNote(db, entryBy(acting, clock(), "note_removed", id)));
}
