import { type Band, deadband } from "../../lib/alerts/deadband/deadband.ts";
import type { Change } from "../../lib/alerts/decide/decide.ts";
import { acknowledge, readEpisodeState } from "../../lib/alerts/episode.ts";
import type { StateFacts, TickFacts, TickSensor } from "../../lib/alerts/facts.ts";
import { judgeHousehold, needsSeries, nextCheckAt } from "../../lib/alerts/judge-household.ts";
import { judgePost, leavesToTick } from "../../lib/alerts/judge-sensors.ts";
import type { Point } from "../../lib/alerts/physics/history.ts";
import { NO_QUIET } from "../../lib/alerts/quiet/quiet.ts";
import type { Finding } from "../../lib/alerts/verdict.ts";
import { keptGuesses } from "../../lib/devices/placement/guesses.ts";
import { isPlaceKnown } from "../../lib/devices/placement/placement.ts";
import type { AlertKind } from "../../schema/vocabulary.ts";
import { Floors } from "./floors.ts";
import type { SimulatedDevice } from "./homes.ts";
import { type PlayedDevice, tickDevice } from "./tick-device.ts";
import { HOUR_MS } from "./weather.ts";

/** A home to be judged: its devices, where it is, and what a forecast says of that place at a moment. */
type PlayedHome<D extends PlayedDevice> = {
  devices: readonly D[];
  location: { latitude: number; longitude: number } | null;
  forecast: (now: number) => Point[];
};

/** What somebody was told, and of whom. */
export type Message<D extends PlayedDevice = SimulatedDevice> = {
  finding: Finding;
  device: D | null;
  at: number;
};

/** What comes of one post: a value for each sensor, null for none, "fault" for an unplugged probe. */
export type Sent = (number | null | "fault")[];

const SERIES_MS = 30 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
const GAPS_KEPT = 20;
/** As the job goes by: how long what is alarming teaches nothing, and from when on. */
const COLD_DAYS = 14;
const FIRST_DAYS = 2;
const CAREFUL_DELAY_MS = 40 * 60_000;

/**
 * One home as the service would judge it: posts, ticks where they are due, and people who may take things on.
 */
export class Player<D extends PlayedDevice> {
  readonly messages: Message<D>[] = [];
  readonly #facts: TickFacts;
  readonly #states = new Map<string, StateFacts>();
  readonly #series = new Map<string, { at: number; value: number }[]>();
  readonly #home: PlayedHome<D>;
  readonly #isCareful: boolean;
  readonly #without: readonly string[];
  readonly #floors = new Floors();
  /** The bands in which readings need no judgement, by sensor: void as soon as anything has changed. */
  readonly #calm = new Map<string, Band>();
  #dueAt = 0;
  #learnedAt = 0;

  /** `without`: kinds that are judged and never kept, to see what they bring. */
  constructor(home: PlayedHome<D>, isCareful: boolean, without: readonly string[] = []) {
    this.#without = without;
    this.#home = home;
    this.#isCareful = isCareful;
    const devices = home.devices.map((device, index) => tickDevice(device, index, isCareful));
    const household = { id: "hh_1", quiet: NO_QUIET, settings: {} };
    this.#facts = { household, place: home.location, devices, rules: [], states: [] };
  }

  post(index: number, sent: Sent, now: number): void {
    const found = this.#facts.devices[index];
    if (found === undefined) return;
    const { device, sensors } = found;
    if (device.lastSeenAt !== null)
      device.gaps = [Math.round((now - device.lastSeenAt) / 1_000), ...device.gaps].slice(0, GAPS_KEPT);
    device.lastSeenAt = now;
    const moved = sensors.filter(
      (sensor, position) =>
        this.#move(sensor, sent[position] ?? null, now) && !this.#isWithinDeadband(sensor),
    );
    if (moved.length === 0) return;
    const ids = new Set(moved.map(({ id }) => id));
    const states = [...this.#states.values()].filter(
      (row) => SPEAKS_FOR_OTHERS.includes(row.kind) || isOpenAnywhere(row) || ids.has(bare(row.subject)),
    );
    const facts = { ...this.#facts, device, sensors: moved, states };
    if (leavesToTick(facts, now)) this.#dueAt = 0;
    this.#commit(judgePost(facts, now), now);
    for (const sensor of moved) {
      const band = deadband({ ...facts, states: [...this.#states.values()] }, sensor, now);
      if (band !== null) this.#calm.set(sensor.id, band);
    }
  }

  /** What a device has measured and will send with its next post. */
  keep(index: number, sent: Sent, at: number): void {
    for (const [position, sensor] of (this.#facts.devices[index]?.sensors ?? []).entries()) {
      const value = sent[position];
      if (typeof value === "number") this.#note(sensor, value, at);
    }
  }

  #isWithinDeadband({ id, value, faultyAt }: TickSensor): boolean {
    const band = this.#calm.get(id);
    return (
      band !== undefined && value !== null && faultyAt === null && value >= band.low && value <= band.high
    );
  }

  /** Once a day, as the job does; what is alarming about the heating, or after its first days about a place, teaches nothing. */
  #learnFloors(now: number): void {
    if (now - this.#learnedAt < DAY_MS) return;
    this.#learnedAt = now;
    this.#calm.clear();
    const spanOf = (alert: string, openedFrom = 0) => {
      const { open, openedAt } = readEpisodeState(this.#states.get(alert)?.state);
      if (!open || openedAt === null || openedAt < openedFrom) return [];
      const to = Math.min(now, openedAt + COLD_DAYS * DAY_MS) + 3 * HOUR_MS;
      return [{ from: openedAt - 3 * HOUR_MS, to }];
    };
    for (const { device, sensors } of this.#facts.devices)
      for (const sensor of sensors) {
        const known = this.#floors.knownSince(sensor) + FIRST_DAYS * DAY_MS;
        const own = isPlaceKnown(sensor, device) ? [] : spanOf(`freeze/${sensor.id}`, known);
        const spans = [...spanOf("heating_stopped/hh_1"), ...own];
        sensor.weekFloor = this.#floors.learn(sensor, spans, now);
        if (sensor.placementGuess?.isApplied !== true)
          sensor.placementGuess = this.#floors.guess(sensor, spans);
      }
  }

  #move(sensor: TickSensor, value: Sent[number], now: number): boolean {
    if (value === null) return false;
    if (value === "fault") {
      sensor.faultyAt ??= now;
      return true;
    }
    Object.assign(sensor, { valueBefore: sensor.value, value, at: now, faultyAt: null });
    this.#note(sensor, value, now);
    return true;
  }

  #note(sensor: TickSensor, value: number, at: number): void {
    this.#floors.note(sensor, value, at);
    const known = this.#series.get(sensor.id) ?? [];
    const series = known.length > 800 ? known.filter((point) => point.at > at - SERIES_MS) : known;
    series.push({ at, value });
    this.#series.set(sensor.id, series);
  }

  tick(now: number): void {
    this.#takeOn(now);
    this.#learnFloors(now);
    if (this.#dueAt > now) return;
    this.#facts.states = [...this.#states.values()];
    const wanted = needsSeries(this.#facts, now).map(({ id }) => [id, this.#recent(id, now)] as const);
    const isKnown = this.#home.location !== null;
    const forecast = isKnown ? { fetchedAt: now, hours: this.#home.forecast(now) } : null;
    const around = { series: new Map(wanted), ownGaps: [], forecast };
    this.#dueAt = nextCheckAt(this.#facts, around, now);
    for (const { sensorId, guess } of keptGuesses(this.#facts.devices))
      for (const { sensors } of this.#facts.devices)
        for (const sensor of sensors) if (sensor.id === sensorId) sensor.placementGuess = guess;
    const changes = judgeHousehold(this.#facts, around, now);
    if (!this.#facts.states.some(isTense)) this.#dueAt = Math.max(this.#dueAt, now + HOUR_MS);
    this.#commit(changes, now);
  }

  #recent(id: string, now: number) {
    return (this.#series.get(id) ?? []).filter(({ at }) => at > now - SERIES_MS);
  }

  /** A careful owner takes on by day what was told, some time after it was. */
  #takeOn(now: number): void {
    const hour = new Date(now).getUTCHours();
    if (!this.#isCareful || hour < 7 || hour > 22) return;
    for (const row of this.#states.values()) {
      const state = readEpisodeState(row.state);
      const isDue = state.open && state.ack === null && state.notified?.episode === state.episode;
      if (isDue && now - (state.notified?.at ?? now) > CAREFUL_DELAY_MS)
        row.state = acknowledge(state, "Ada", now);
    }
  }

  #commit(changes: Change[], now: number): void {
    for (const { kind, subject, state, findings, about } of changes) {
      if (this.#without.includes(kind)) continue;
      this.#states.set(`${kind}/${subject}`, { kind, subject, version: 1, state });
      this.#dueAt = 0;
      this.#calm.clear();
      const index = this.#facts.devices.findIndex(({ device }) => device.id === about.deviceId);
      const device = this.#home.devices[index] ?? this.#deviceOf(subject);
      for (const finding of findings)
        if (finding.suppressedBy === null) this.messages.push({ finding, device, at: now });
    }
  }

  #deviceOf(subject: string): D | null {
    const index = this.#facts.devices.findIndex(({ sensors }) => sensors.some(({ id }) => id === subject));
    return this.#home.devices[index] ?? null;
  }
}

/**
 * What is told by hours left or by silence is looked at every 15 minutes; the rest by posts, and by the hour.
 */
const TENSE: readonly AlertKind[] = [
  "heating_stopped",
  "time_to_freeze",
  "incident",
  "outage",
  "sensor_fault",
  "leak",
  "cold_storage",
];

function isTense({ kind, state }: StateFacts): boolean {
  const { open, pendingSince } = readEpisodeState(state);
  return TENSE.includes(kind) && (open || pendingSince !== null);
}

/** Loaded with every post, as the ingest does. */
const SPEAKS_FOR_OTHERS: readonly AlertKind[] = ["incident", "heating_stopped", "humidity"];

const OF_THE_HOME: readonly AlertKind[] = ["leak", "freeze", "time_to_freeze"];

const isOpenAnywhere = ({ kind, state }: StateFacts): boolean =>
  OF_THE_HOME.includes(kind) && readEpisodeState(state).open;

const bare = (subject: string): string => subject.replace(/^vacation:/, "");
