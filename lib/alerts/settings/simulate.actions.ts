import type { RuleSimulationAnswer } from "../../../schema/wire/simulation.ts";
import { type Overrides, sensorSettings } from "../../devices/alert-settings.ts";
import { placementOf } from "../../devices/placement/placement.ts";
import { meantSpan } from "../../devices/sensor.ts";
import { BUCKET_MS, type StoredValue } from "../../history/buckets.ts";
import { listReadings } from "../../history/readings.queries.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { findTickFacts } from "../facts.queries.ts";
import { enabledSensors, type Placed, type TickFacts, type TickSensor } from "../facts.ts";
import type { TimedValue } from "../sensor-input.ts";
import { ALERT_LIMITS } from "../settings.ts";
import { findWatchedSensor } from "./settings.queries.ts";
import { type Draft, draftedSettings } from "./settings.ts";
import { type Drafted, type Firing, simulate } from "./simulate.ts";

type SimulateRule = { sensorId: string; from?: Date | undefined; to?: Date | undefined; draft: Draft };

/** Returns the firings that a draft would have had over stored history, by the rules for live readings. */
export async function simulateRule(
  { db, clock }: CoreServices,
  householdId: string,
  { sensorId, from: asked, to = clock(), draft }: SimulateRule,
): Promise<Outcome<RuleSimulationAnswer>> {
  const watched = await findWatchedSensor(db, householdId, sensorId);
  if (watched === null) return refuse("not_found", `The sensor "${sensorId}" is not found`);
  const drafted = draftedSettings(draft, watched);
  if (!drafted.ok) return drafted;
  const from = asked ?? new Date(to.getTime() - ALERT_LIMITS.simulateDaysDefault * DAY_MS);
  const limit = ALERT_LIMITS.simulateReadingsMax;
  const sensors = [{ ...watched.sensor, sensorId }];
  // One more than is evaluated shows if there are more.
  const stored = await listReadings(db, { sensors, from, to, now: clock(), limit: limit + 1 });
  const until = Math.min(to.getTime(), clock().getTime());
  return done({
    firings: simulate(drafted.value, pastOf(watched, stored.slice(-limit), until)),
    readings: Math.min(stored.length, limit),
    truncated: stored.length > limit,
    from: from.toISOString(),
    to: to.toISOString(),
  });
}

/** A stored value as a rule sees it: a quarter hour in which a sensor was ever wet, or a door open, counts as that. */
function seenOf(sensor: TickSensor, { value, bucket, recordedAt }: StoredValue): TimedValue {
  const { min, max } = (sensor.isState ? bucket : null) ?? { min: value, max: value };
  const { high } = meantSpan(sensor, { low: min, high: max });
  return { value: high, unit: sensor.unit, at: recordedAt.getTime() };
}

const pastOf = (placed: Placed, stored: readonly StoredValue[], until: number) => ({
  placed,
  readings: stored.map((each) => seenOf(placed.sensor, each)),
  until,
});

const REPLAY_DAYS = 30;
/** How many sensors are replayed, from the home's first devices. Each has at most four readings an hour. */
const REPLAY_SENSORS_MAX = 16;

/** A sensor's settings in force, with all layers applied. `isOwn`: the sensor has overrides of its own. */
const watchedLine = ({ household }: TickFacts, { device, sensor }: Placed) => ({
  sensorId: sensor.id,
  space: device.space,
  kind: sensor.kind,
  placement: placementOf(sensor, device),
  isOwn: Object.keys(sensor.settings).length > 0,
  freeze: sensorSettings("freeze", household, device, sensor),
  humidity: sensorSettings("humidity", household, device, sensor),
  leak: sensorSettings("leak", household, device, sensor),
  cold_storage: sensorSettings("cold_storage", household, device, sensor),
});
export type WatchedLine = ReturnType<typeof watchedLine>;

/** `firings`: the alerts that a sensor would have had, oldest first. */
type ReplayedLine = { sensorId: string; firings: Firing[] };
export type Replayed = { lines: ReplayedLine[]; days: number; isEvery: boolean };

const WATCHED = { temperature: "freeze", humidity: "humidity", flood: "leak" } as const;
const isWatched = (kind: TickSensor["kind"]): kind is keyof typeof WATCHED => Object.hasOwn(WATCHED, kind);

const watchedOf = ({ devices }: TickFacts): Placed[] =>
  enabledSensors(devices).filter(({ sensor }) => isWatched(sensor.kind));

/** Lists the enabled sensors that built-in kinds watch, with their settings in force. */
export async function showWatched({ db }: CoreServices, householdId: string) {
  const facts = await findTickFacts(db, householdId);
  if (facts === null) return refuse("not_found");
  return done(watchedOf(facts).map((placed) => watchedLine(facts, placed)));
}

/**
 * Returns which alerts of cold, damp and water the home would have had in its last days with `settings`, using the
 * rules for live readings on quarter hours. Alerts from silence, forecasts or the heating are not included, and
 * snoozes and quiet hours are ignored.
 */
export async function replayHome({ db, clock }: CoreServices, householdId: string, settings: Overrides) {
  const facts = await findTickFacts(db, householdId);
  if (facts === null) return refuse("not_found");
  const now = clock();
  const all = watchedOf(facts);
  const replayed = all.slice(0, REPLAY_SENSORS_MAX);
  const readings = await listReadings(db, {
    sensors: replayed.map(({ sensor }) => ({ ...sensor, sensorId: sensor.id })),
    from: new Date(now.getTime() - REPLAY_DAYS * DAY_MS),
    to: now,
    now,
    resolution: "15m",
    limit: (replayed.length * REPLAY_DAYS * DAY_MS) / BUCKET_MS["15m"],
  });
  const bySensor = Map.groupBy(readings, ({ sensorId }) => sensorId);
  const lines = replayed.map((placed) => ({
    sensorId: placed.sensor.id,
    firings: firingsOf(placed, settings, bySensor.get(placed.sensor.id) ?? [], now.getTime()),
  }));
  return done({ lines, days: REPLAY_DAYS, isEvery: all.length === replayed.length });
}

function firingsOf(placed: Placed, settings: Overrides, stored: readonly StoredValue[], until: number) {
  const { device, sensor } = placed;
  const replayedBy = (kind: "freeze" | "humidity" | "leak") =>
    ({ kind, settings: sensorSettings(kind, { settings }, device, sensor) }) as Drafted;
  const past = pastOf(placed, stored, until);
  return isWatched(sensor.kind) ? simulate(replayedBy(WATCHED[sensor.kind]), past) : [];
}
