import { BUCKET_MS } from "../../history/buckets.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Clock } from "../../kernel/ports.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { listReadings } from "../../readings/readings.queries.ts";
import type { ChartPoint } from "./chart-series.ts";
import { findHomePage } from "./home-page.queries.ts";
import type { PageDevice, PageHome, PageSensor } from "./page-home.ts";

/** As many lines as a person tells apart. */
const TRACES_MAX = 6;
/** Two years, so that the same days of the year before can be seen beside these. */
const DAYS_MAX = 732;

export type Trace = { sensor: PageSensor; device: PageDevice; points: ChartPoint[] };

type Workbench = { home: PageHome; from: Date; to: Date; traces: Trace[] };

type WorkbenchAsk = {
  householdId: string;
  /** Of measures; the first ones count. Nothing chosen shows the home's temperatures. */
  sensorIds: readonly string[];
  /** The range in epoch milliseconds, given the home's own zone. */
  range: (timeZone: string) => { from: number; to: number };
};

/** Several sensors of a home in one range, in one call for all of them. */
export async function showWorkbench(
  { db, clock }: { db: Db; clock: Clock },
  { householdId, sensorIds, range }: WorkbenchAsk,
): Promise<Outcome<Workbench>> {
  const now = clock();
  const home = await findHomePage(db, householdId, now);
  if (home === null) return refuse("not_found");
  const asked = range(home.timeZone);
  const to = new Date(asked.to);
  const from = new Date(Math.max(asked.from, asked.to - DAYS_MAX * DAY_MS));
  const chosen = chosenOf(home, sensorIds);
  const span = to.getTime() - from.getTime();
  const resolution = span <= 2 * DAY_MS ? "15m" : span <= 62 * DAY_MS ? "1h" : "1d";
  const stored =
    chosen.length === 0
      ? []
      : await listReadings(db, {
          sensors: chosen.map(({ sensor, device }) => ({
            sensorId: sensor.id,
            deviceNumber: device.number,
            position: sensor.position,
            isState: false,
          })),
          from,
          to,
          now,
          resolution,
          limit: chosen.length * (Math.ceil(span / BUCKET_MS[resolution]) + 1),
        });
  const bySensor = Map.groupBy(stored, ({ sensorId }) => sensorId);
  const traces = chosen.map(({ sensor, device }) => ({
    sensor,
    device,
    points: (bySensor.get(sensor.id) ?? []).map(({ recordedAt, value, bucket }) => ({
      at: recordedAt.getTime(),
      value,
      low: bucket?.min ?? value,
      high: bucket?.max ?? value,
    })),
  }));
  return done({ home, from, to, traces });
}

function chosenOf(home: PageHome, sensorIds: readonly string[]) {
  const measures = home.devices.flatMap((device) =>
    device.sensors.filter(({ isState }) => !isState).map((sensor) => ({ sensor, device })),
  );
  const asked = measures.filter(({ sensor }) => sensorIds.includes(sensor.id));
  const chosen = asked.length > 0 ? asked : measures.filter(({ sensor }) => sensor.kind === "temperature");
  return chosen.slice(0, TRACES_MAX);
}
