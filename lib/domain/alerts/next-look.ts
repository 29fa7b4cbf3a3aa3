import { HOUR_MS, type Moment } from "../time.ts";
import { FEED_FAILING_MS, TRUST_LIMITS } from "./defaults.ts";
import { readEpisodeState } from "./episode.ts";
import type { DeviceFacts, IngestFacts, SensorFacts, StateFacts } from "./facts.ts";
import { graceMs, shortestGraceMs } from "./grace.ts";
import { heatedRooms } from "./heating/heated-rooms.ts";
import { togetherMs } from "./incident/silent-together.ts";
import type { Surroundings } from "./judge-household.ts";
import { isCold, needsSeries } from "./needs-series.ts";
import { settingsFor } from "./settings.ts";
import { failingMs, signsOf, silenceMs } from "./silence.ts";
import { untilStudyMs } from "./study-time.ts";
import type { TickDevice, TickFacts } from "./tick-facts.ts";

/** Due at the next tick, whenever that is, and not once more in this one. */
const SOON_MS = 1;
/** Due when nothing is left to wait for. */
const IDLE_MS = 24 * HOUR_MS;

/**
 * When a tick has to judge a household again that it has just judged. Until then time alone brings nothing
 * new: what else might (a reading, a setting, a rule) is judged as it comes, or makes the household due.
 */
export function nextLookAt(
  facts: TickFacts,
  { ownGaps, forecast }: Pick<Surroundings, "ownGaps" | "forecast">,
  now: Moment,
): Moment {
  if (facts.devices.length === 0) return now + IDLE_MS;
  if (facts.states.some(isUnsettled) || needsSeries(facts, now).length > 0) return now + SOON_MS;
  const waits = facts.devices.map((device) => untilOutageMs(facts, device, ownGaps, now));
  waits.push(untilForecastMs(facts, forecast, now), untilColderHourMs(facts, now));
  if (hasThermometers(facts)) waits.push(untilStudyMs(facts.household.id, now));
  return now + Math.max(SOON_MS, Math.min(IDLE_MS, ...waits));
}

const hasThermometers = ({ devices }: TickFacts): boolean =>
  devices.some(({ device, sensors }) => device.enabled && sensors.some(({ kind }) => kind === "temperature"));

/** Something is open, or has begun: it has deadlines of its own. */
function isUnsettled({ state }: StateFacts): boolean {
  const { open, pendingSince, flapping, distrust } = readEpisodeState(state);
  return open || pendingSince !== null || flapping !== null || distrust !== null;
}

/** What is usual for a heated room is another by the next hour: what is fine by night is too cold by day. */
function untilColderHourMs({ devices }: TickFacts, now: Moment): number {
  return heatedRooms(devices, now).length === 0 ? IDLE_MS : HOUR_MS - (now % HOUR_MS);
}

/** Forecasts are made anew every hour. */
function untilForecastMs({ place }: TickFacts, forecast: Surroundings["forecast"], now: Moment): number {
  if (place === null) return IDLE_MS;
  return forecast === null ? SOON_MS : HOUR_MS - (now % HOUR_MS);
}

/**
 * How long a device may go on being silent. It may also be heard again and then have to speak more often than
 * before, but never sooner than the shortest grace from now.
 */
function untilOutageMs(
  { household }: TickFacts,
  { device }: TickDevice,
  ownGaps: Surroundings["ownGaps"],
  now: Moment,
): number {
  const settings = settingsFor("outage", household.settings, device.settings);
  if (!device.enabled) return IDLE_MS;
  const signs = signsOf(device, ownGaps);
  const silence = silenceMs(signs, now) ?? 0;
  const left = graceMs(signs, settings, household.quiet, now) - silence;
  const together = togetherMs({ ...signs, settings }, household.quiet, now) - silence;
  const failing = failingMs(signs, now);
  const untilFailing = failing === null ? IDLE_MS : FEED_FAILING_MS - failing;
  const waits = [shortestGraceMs(settings, household.quiet, now), left, together, untilFailing];
  // What is past was looked at when it came.
  return Math.min(...waits.filter((wait) => wait > 0), IDLE_MS);
}

/**
 * Whether a tick must look at what an ingest leaves to it: a space that has become cold, or colder than
 * usual, and a late reading.
 */
export const leavesToTick = ({ device, sensors }: IngestFacts, now: Moment): boolean =>
  device.enabled &&
  sensors.some(
    (sensor) =>
      sensor.faultyAt !== null ||
      hasBecomeCold(sensor) ||
      isLate(sensor, now) ||
      isBelowFloor(device, sensor, now),
  );

/**
 * Each post of a heated room that is colder than usual: whether all its home's rooms are, only a tick can
 * tell.
 */
const isBelowFloor = (device: DeviceFacts, sensor: SensorFacts, now: Moment): boolean =>
  heatedRooms([{ device, sensors: [sensor] }], now).some(({ celsius, floor }) => celsius <= floor);

const hasBecomeCold = (sensor: SensorFacts): boolean =>
  isCold(sensor) && !isCold({ ...sensor, value: sensor.valueBefore });

const isLate = ({ at }: SensorFacts, now: Moment): boolean =>
  at !== null && now - at > TRUST_LIMITS.lateOnIngestMs;
