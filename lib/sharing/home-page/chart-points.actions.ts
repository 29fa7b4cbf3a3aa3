import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { meantSpan, meantValue } from "../../devices/sensor.ts";
import { BUCKET_MS, bucketCeiling } from "../../history/buckets.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { newId } from "../../kernel/secret.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { DAY_MS } from "../../kernel/time.ts";
import type { ActingMember } from "../../people/items.ts";
import { listReadings } from "../../readings/readings.queries.ts";
import { SHARING_LIMITS } from "../limits.ts";
import { addNote, deleteNote } from "./chart-notes.queries.ts";
import { CHART_RANGES, type ChartPoint, type ChartRange } from "./chart-series.ts";
import type { PageDevice, PageSensor } from "./page-home.ts";

type ChartAsk = { device: PageDevice; sensor: PageSensor; range: ChartRange; now: Date };

export type Chart = { range: ChartRange; from: Date; to: Date; points: ChartPoint[] };

/** A sensor's past by buckets, oldest first, in the sensor's own unit. */
export async function chartOf(db: Db, { device, sensor, range, now }: ChartAsk): Promise<Chart> {
  const { days, resolution } = CHART_RANGES[range];
  const to = new Date(bucketCeiling(resolution, now.getTime()));
  const from = new Date(to.getTime() - days * DAY_MS);
  const { id: sensorId, position, isState } = sensor;
  const stored = await listReadings(db, {
    sensors: [{ sensorId, deviceNumber: device.number, position, isState }],
    from,
    to,
    now,
    resolution,
    limit: (days * DAY_MS) / BUCKET_MS[resolution] + 1,
  });
  const points = stored.map(({ recordedAt, value, bucket }) => ({
    at: recordedAt.getTime(),
    value: meantValue(sensor, value),
    ...meantSpan(sensor, { low: bucket?.min ?? value, high: bucket?.max ?? value }),
  }));
  return { range, from, to, points: endingNow(points, sensor) };
}

/** The last reading itself ends the line: a bucket's mean would tell another value than the alert about it. */
function endingNow(points: ChartPoint[], { value, recordedAt }: PageSensor): ChartPoint[] {
  const last = points.at(-1);
  if (last === undefined || value === null || recordedAt === null) return points;
  const at = recordedAt.getTime();
  return at <= last.at ? points : [...points, { at, value, low: value, high: value }];
}

type ChartPorts = Pick<Services, "db" | "clock" | "random">;

/** Pins a note to a moment of the charts of the member's home. */
export async function pinNote(
  { db, clock, random }: ChartPorts,
  { member: { householdId, userId }, actor }: ActingMember,
  { at, text }: { at: Date; text: string },
): Promise<Outcome<{ id: string }>> {
  const id = newId(ID_PREFIXES.chartNote, random);
  const entry = { householdId, at: clock(), actor, action: "note_pinned" as const, subject: id };
  return (await addNote(db, entry, { id, at, text, userId }))
    ? done({ id })
    : refuse("too_many", `Too many notes: ${SHARING_LIMITS.chartNotesMax} at most in a home`);
}

export async function removeNote(
  { db, clock }: Omit<ChartPorts, "random">,
  { member: { householdId }, actor }: ActingMember,
  id: string,
): Promise<Outcome<{ ok: true }>> {
  const entry = { householdId, at: clock(), actor, action: "note_removed" as const, subject: id };
  return (await deleteNote(db, entry, id)) ? done({ ok: true }) : refuse("not_found");
}
