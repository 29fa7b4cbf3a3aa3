import { settingsFor } from "../devices/alert-settings.ts";
import { type KeptGuess, keptGuesses } from "../devices/placement/guesses.ts";
import { isNoRoom } from "../devices/placement/placement.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import { type Change, decide, decideAlone, statesAfter } from "./decide/decide.ts";
import { readEpisodeState } from "./episode.ts";
import {
  enabledSensors,
  type Placed,
  type StateFacts,
  type Surroundings,
  type TickDevice,
  type TickFacts,
  type TickSensor,
} from "./facts.ts";
import { heatedRooms, mayAllBeBelow } from "./heating/heated-rooms.ts";
import { assessSensors, isCold } from "./judge-sensors.ts";
import { judgeForecasts } from "./kinds/forecast.ts";
import { judgeHeating } from "./kinds/heating-stopped.ts";
import { judgeHome } from "./kinds/incident.ts";
import {
  FEED_FAILING_MS,
  failingMs,
  graceMs,
  judgeOutage,
  shortestGraceMs,
  silenceMs,
  togetherMs,
} from "./kinds/outage.ts";
import { type FoundFault, foundFaults, judgeFaults, untilStudyMs, withTrust } from "./kinds/sensor-fault.ts";
import { judgeCooling, outlooksOf } from "./kinds/time-to-freeze.ts";
import { endsOfUnspoken } from "./reconcile.ts";
import { withoutUnsaid } from "./sensor-truth.ts";

/** Evaluates everything that time alone can change: silence, cooling, forecasts, and what a reading has begun. */
export function judgeHousehold(loaded: TickFacts, around: Surroundings, now: Moment): Change[] {
  const all = withTrust(loaded.devices, around, now);
  const devices = withoutUnsaid(all);
  const ended = decideAlone(endsOfUnspoken(loaded, now));
  const known = { ...loaded, states: statesAfter(loaded.states, ended) };
  const outlooks = outlooksOf(known, devices, around, now);
  const heating = judgeHeating(known, devices, outlooks, around.forecast?.hours ?? [], now);
  const asked = heating.map(({ scene, version, state }) => ({ ...scene, version, state }));
  const facts = { ...known, states: statesAfter(known.states, asked) };
  // Once the question about the heating has ended, hours left that were counted from its stop no longer apply.
  const isEnded = heating.some(({ state }) => !state.open && state.closedAt === now);
  const left = isEnded ? outlooksOf(facts, devices, around, now) : outlooks;
  const assessments = [
    ...judgeHome({ ...known, devices: withoutUnsaid(loaded.devices) }, around, now),
    ...heating,
    ...all.flatMap(({ device, sensors }) =>
      assessSensors({ ...facts, device, sensors: sensors.filter(({ at }) => at !== null) }, "tick", now),
    ),
    ...devices.flatMap(({ device }) => judgeOutage(facts, device, around.ownGaps, now)),
    ...enabledSensors(devices).flatMap((placed) =>
      judgeCooling(facts, placed, left.get(placed.sensor.id), now),
    ),
    ...judgeForecasts(facts, devices, left, around, now),
    ...judgeFaults(facts, all, now),
  ];
  const home = { householdId: loaded.household.id, devices, states: known.states };
  return [...ended, ...decide(home, assessments, "tick", now)];
}

/** Makes a home due at the next tick, whenever that is, and not again in this one. */
const SOON_MS = 1;

/**
 * Names the sensors whose last hours a tick has to read: cold temperature sensors, for their time to freeze; heated
 * rooms that are all colder than usual, for a heating that stopped; and the kinds with an open episode, for stuck
 * sensors (their siblings are the witnesses). Several times a day, all temperature sensors, for stuck ones.
 */
export function needsSeries({ household, devices, states }: TickFacts, now: Moment): TickSensor[] {
  const placed = enabledSensors(devices);
  const sensors = placed.map(({ sensor }) => sensor);
  const foreseen = new Set(placed.filter(isForeseen).map(({ sensor }) => sensor));
  const openStates = states.filter(({ state }) => readEpisodeState(state).open);
  const open = new Set(openStates.map(({ subject }) => subject));
  const watched = new Set(sensors.filter(({ id }) => open.has(id)).map(({ kind }) => kind));
  if (untilStudyMs(household.id, now) === 0) watched.add("temperature");
  const rooms = heatedRooms(devices, now);
  const isAsked = openStates.some(({ kind }) => kind === "heating_stopped");
  const heated = new Set(isAsked || mayAllBeBelow(rooms) ? rooms.map(({ sensor }) => sensor.id) : []);
  return sensors.filter(
    (sensor) =>
      !sensor.isState && (foreseen.has(sensor) || watched.has(sensor.kind) || heated.has(sensor.id)),
  );
}

const isForeseen = ({ device, sensor }: Placed): boolean => isCold(sensor) && !isNoRoom(sensor, device);

/** How long a home with nothing to wait for isn't evaluated by a tick. */
const IDLE_MS = 24 * HOUR_MS;

/**
 * Returns when a tick has to evaluate a home again. Until then, time alone changes nothing. Anything else (a reading,
 * a setting, a rule) is evaluated when it comes, or makes the home due.
 */
export function nextCheckAt(
  facts: TickFacts,
  { ownGaps, forecast }: Pick<Surroundings, "ownGaps" | "forecast">,
  now: Moment,
): Moment {
  if (facts.devices.length === 0) return now + IDLE_MS;
  if (facts.states.some(isUnsettled) || needsSeries(facts, now).length > 0) return now + SOON_MS;
  const waits = facts.devices.map((device) => untilOutageMs(facts, device, ownGaps, now));
  waits.push(untilNextHourMs(facts, forecast, now));
  const hasThermometers = enabledSensors(facts.devices).some(({ sensor }) => sensor.kind === "temperature");
  if (hasThermometers) waits.push(untilStudyMs(facts.household.id, now));
  return now + Math.max(SOON_MS, Math.min(IDLE_MS, ...waits));
}

/** True for a state with deadlines: open or pending. A pending power outage is left to the rooms that cool. */
function isUnsettled({ kind, state }: StateFacts): boolean {
  const { open, pendingSince } = readEpisodeState(state);
  return open || (pendingSince !== null && kind !== "incident");
}

/** Every hour brings a new forecast, and other usual temperatures: fine by night may be too cold by day. */
function untilNextHourMs({ devices, place }: TickFacts, forecast: Surroundings["forecast"], now: Moment) {
  if (place !== null && forecast === null) return SOON_MS;
  return place === null && heatedRooms(devices, now).length === 0 ? IDLE_MS : HOUR_MS - (now % HOUR_MS);
}

/**
 * Returns how long a device may stay silent, in milliseconds. It may also report and then have to do so more often,
 * but its grace never ends sooner than the shortest one from now.
 */
function untilOutageMs(
  { household }: TickFacts,
  { device }: TickDevice,
  ownGaps: Surroundings["ownGaps"],
  now: Moment,
): number {
  const settings = settingsFor("outage", household.settings);
  if (!device.enabled) return IDLE_MS;
  const signs = { ...device, ownGaps };
  const silence = silenceMs(signs, now) ?? 0;
  const left = graceMs(signs, settings, household.quiet, now) - silence;
  const together = togetherMs({ ...signs, settings }, household.quiet, now) - silence;
  const failing = failingMs(signs, now);
  const untilFailing = failing === null ? IDLE_MS : FEED_FAILING_MS - failing;
  const waits = [shortestGraceMs(settings, household.quiet, now), left, together, untilFailing];
  // Deadlines that have passed were evaluated at the time.
  return Math.min(...waits.filter((wait) => wait > 0), IDLE_MS);
}

/** The results of an evaluation of a home, apart from changes. */
export type Findings = {
  /** When the next one is due. */
  dueAt: Moment;
  faults: FoundFault[];
  guesses: KeptGuess[];
  /** The weather for the home's page; null if there is none now, and then the stored one stays. */
  outdoor: { from: string; celsius: number[] } | null;
};

export type Evaluated = { changes: Change[]; findings: Findings };

/** Evaluates a home at a tick: the changes to commit, and what to store beside them. */
export function evaluateHome(facts: TickFacts, around: Surroundings, now: Moment): Evaluated {
  const changes = judgeHousehold(facts, around, now);
  const findings = {
    // Uses the facts from before the changes: committing a change makes the home due by itself.
    dueAt: nextCheckAt(facts, around, now),
    faults: foundFaults(facts.devices, statesAfter(facts.states, changes)),
    guesses: keptGuesses(facts.devices),
    outdoor: keptOutdoor(around.forecast?.hours ?? [], now),
  };
  return { changes, findings };
}

/** Hours of weather to store: from the current one to the end of the next night, whatever the time of day. */
const OUTDOOR_HOURS = 36;

/** Returns null unless the hours follow each other without a gap. */
function keptOutdoor(hours: readonly { at: Moment; celsius: number }[], now: Moment) {
  const from = now - (now % HOUR_MS);
  const next = hours.filter(({ at }) => at >= from).slice(0, OUTDOOR_HOURS);
  const isWhole = next.length > 0 && next.every(({ at }, index) => at === from + index * HOUR_MS);
  if (!isWhole) return null;
  return {
    from: new Date(from).toISOString(),
    celsius: next.map(({ celsius }) => Number(celsius.toFixed(1))),
  };
}
