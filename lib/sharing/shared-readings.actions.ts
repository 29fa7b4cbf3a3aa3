import type { ShareScope, TemperatureUnit } from "../../schema/vocabulary.ts";
import type { ReadingsQuery, SharedLatest, SharedReadings } from "../../schema/wire/shared-home.ts";
import { eachSensor, type SensorOfDevice, sensorPlace } from "../devices/home-device.ts";
import { contactMeaning, isStale, shownValue } from "../devices/sensor.ts";
import type { StoredValue } from "../history/buckets.ts";
import { listReadings } from "../history/readings.queries.ts";
import { done, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { bucketFields, coarsestOf, readingsWindow, sensorWords } from "../readings/api-reading.ts";
import { SHARE_LIVE_HOURS, type SharedHome } from "./share-link.ts";
import { findSharedHome } from "./share-links.queries.ts";

export async function showLatest({ db, clock }: CoreServices, token: string, unit: TemperatureUnit | null) {
  const now = clock();
  const home = await findSharedHome(db, token, now);
  return home === null ? refuse("not_found") : done(latest(home, now, unit));
}

/** Returns history through a share link. Without `key`, the answer has all sensors. */
export async function showReadings(services: CoreServices, token: string, ask: ReadingsQuery) {
  const now = services.clock();
  const home = await findSharedHome(services.db, token, now);
  if (home === null) return refuse("not_found");
  const { key, limit, resolution, unit = null } = ask;
  const window = shareWindow(home.scope, ask, now);
  const sensors = visibleSensors(home).filter(({ sensor }) => key === undefined || sensor.key === key);
  const places = sensors.map(sensorPlace);
  const stored = await listReadings(services.db, { sensors: places, ...window, now, limit, resolution });
  return done({
    name: home.name,
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    resolution: coarsestOf(stored, resolution),
    readings: historyReadings(stored, sensors, unit),
  });
}

/** Returns the sensors that a link shows: those that aren't hidden. */
const visibleSensors = ({ devices }: SharedHome): SensorOfDevice[] =>
  eachSensor(devices).filter(({ sensor }) => sensor.visible);

/**
 * Returns the latest reading of every shared sensor. `by_id` lets templates name one sensor unambiguously. In `by_key`,
 * the newest reading wins if two devices use the same key.
 */
function latest(home: SharedHome, now: Date, unit: TemperatureUnit | null): SharedLatest {
  const readings = visibleSensors(home).flatMap((each) => latestReading(each, now, unit));
  const byTime = readings.toSorted((a, b) => Date.parse(a.recorded_at) - Date.parse(b.recorded_at));
  return {
    name: home.name,
    readings,
    by_id: Object.fromEntries(readings.map((reading) => [reading.sensor_id, reading])),
    by_key: Object.fromEntries(byTime.map((reading) => [reading.key, reading])),
  };
}

function latestReading({ device, sensor }: SensorOfDevice, now: Date, unit: TemperatureUnit | null) {
  const { value, recordedAt } = sensor;
  if (value === null || recordedAt === null) return [];
  const shown = shownValue(value, sensor.unit, unit);
  return [
    {
      ...sensorWords(sensor),
      unit: shown.unit,
      unit_assumed: sensor.unitSource === "assumed",
      device: device.name,
      space: device.space,
      value_num: shown.value,
      value_bool: sensor.isState ? value !== 0 : null,
      true_means: contactMeaning(sensor),
      recorded_at: recordedAt.toISOString(),
      stale: isStale(recordedAt, now),
    },
  ];
}

/** Writes one flat object for each reading or bucket (long format), which Grafana and spreadsheets read directly. */
function historyReadings(
  stored: StoredValue[],
  sensors: readonly SensorOfDevice[],
  wanted: TemperatureUnit | null,
): SharedReadings["readings"] {
  const byId = new Map(sensors.map(({ sensor }) => [sensor.id, sensor]));
  return stored.flatMap((reading) => {
    const { sensorId, recordedAt, resolution } = reading;
    const sensor = byId.get(sensorId);
    if (sensor === undefined) return [];
    const inUnit = (value: number) => shownValue(value, sensor.unit, wanted);
    const { value, unit } = inUnit(reading.value);
    return [
      {
        recorded_at: recordedAt.toISOString(),
        ...sensorWords(sensor),
        unit,
        value_num: value,
        resolution,
        ...bucketFields(reading, (figure) => inUnit(figure).value),
      },
    ];
  });
}

/** Returns the part of the requested range that a link may show: the last 24 hours for `live`, else all of it. */
function shareWindow(scope: ShareScope, asked: ReadingsQuery, now: Date) {
  const { from, to } = readingsWindow(asked, now);
  const dayAgo = new Date(now.getTime() - SHARE_LIVE_HOURS * HOUR_MS);
  return { from: scope === "live" && from < dayAgo ? dayAgo : from, to };
}
