import type { Change } from "../../../lib/alerts/decide/decide.ts";
import { type EpisodeState, readEpisodeState } from "../../../lib/alerts/episode.ts";
import type { Span, TickFacts, TickSensor } from "../../../lib/alerts/facts.ts";
import { judgeHousehold, needsSeries, nextCheckAt } from "../../../lib/alerts/judge-household.ts";
import { judgePost, leavesToTick } from "../../../lib/alerts/judge-sensors.ts";
import { NO_QUIET, type Quiet } from "../../../lib/alerts/quiet/quiet.ts";
import { ALERT_LIMITS } from "../../../lib/alerts/settings.ts";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import type { AlertKind } from "../../../schema/vocabulary.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";
import { householdOf, on, thermometer } from "./things.ts";

const TICK = 15 * MINUTE;
const PAST_MS = ALERT_LIMITS.tickSeriesHours * HOUR;

const sensor = (id: string, kind: TickSensor["kind"], unit: string | null): TickSensor =>
  thermometer(id, { kind, unit, isState: unit === null, value: null, at: null });

/** A home whose devices have a thermometer, a hygrometer and a leak sensor each. */
export const home = (devices: number, quiet: Quiet = NO_QUIET): TickFacts => ({
  household: householdOf({ quiet }),
  place: null,
  devices: Array.from({ length: devices }, (_, index) =>
    on(
      [
        sensor(`t${index}`, "temperature", "°F"),
        sensor(`h${index}`, "humidity", "%"),
        sensor(`w${index}`, "flood", null),
      ],
      { id: `dev_${index}`, name: `Device ${index}`, lastSeenAt: null },
    ),
  ),
  rules: [],
  states: [],
});

export type Post = { at: number; device: number; lagMs: number; values: Said[] };

/** A sensor's value; "fault": the probe reports that it is unplugged; null: the post leaves the sensor out. */
export type Said = number | "fault" | null;

type Given = {
  /** True (the default): evaluates the home at every tick; false: only when it is due. */
  everyTick?: boolean;
  /** Kinds whose changes are kept; absent for all. */
  kinds?: readonly AlertKind[];
  outdoors?: (now: number) => readonly { at: number; celsius: number }[];
  /** When our own ticks didn't run. */
  ownGaps?: Span[];
  /** True if the devices keep the habits that they start with. */
  keepsHabits?: boolean;
};

/** A home and the clock that evaluates it. Its state goes through JSON, as in the database. */
export class PlayedHome {
  readonly facts: TickFacts;
  readonly findings: Finding[] = [];
  readonly notified: string[] = [];
  readonly series = new Map<string, { at: number; value: number }[]>();
  checks = 0;
  #dueAt = 0;
  readonly #given: Given;

  constructor(facts: TickFacts, given: Given = {}) {
    this.facts = facts;
    this.#given = given;
  }

  stateOf(kind: AlertKind, subject?: string): EpisodeState {
    const row = this.facts.states.find(
      (each) => each.kind === kind && (subject === undefined || each.subject === subject),
    );
    return readEpisodeState(row?.state);
  }

  /** Changes the stored states, as people's actions do. */
  change(moved: (state: EpisodeState, kind: AlertKind) => EpisodeState): void {
    this.facts.states = this.facts.states.map((row) => ({
      ...row,
      state: moved(readEpisodeState(row.state), row.kind),
    }));
    this.#dueAt = 0;
  }

  #commit(changes: Change[], now: number): void {
    for (const { kind, subject, state, findings } of changes) {
      if (this.#given.kinds?.includes(kind) === false) continue;
      this.facts.states = this.facts.states.filter((row) => row.kind !== kind || row.subject !== subject);
      this.facts.states.push({ kind, subject, version: 1, state: JSON.parse(JSON.stringify(state)) });
      this.findings.push(...findings);
      this.notified.push(
        ...findings.map((finding) => `${now} ${kind} ${subject} ${JSON.stringify(finding)}`),
      );
      this.#dueAt = 0;
    }
  }

  post({ at: now, device: index, lagMs, values }: Post): void {
    const found = this.facts.devices[index];
    if (found === undefined) return;
    const { device, sensors } = found;
    if (device.lastSeenAt !== null && this.#given.keepsHabits !== true) {
      device.gaps = [Math.round((now - device.lastSeenAt) / 1_000), ...device.gaps].slice(0, 20);
    }
    device.lastSeenAt = now;
    const moved: TickSensor[] = [];
    for (const [position, value] of values.entries()) {
      const each = sensors[position];
      if (each === undefined || value === null) continue;
      if (value === "fault") each.faultyAt ??= now;
      else {
        const points = this.series.get(each.id) ?? [];
        points.push({ at: now - lagMs, value });
        this.series.set(each.id, points);
        if (each.at !== null && now - lagMs < each.at) continue;
        Object.assign(each, { valueBefore: each.value, value, at: now - lagMs, faultyAt: null });
      }
      moved.push(each);
    }
    const ingest = { ...this.facts, device, sensors: moved };
    if (leavesToTick(ingest, now)) this.#dueAt = 0;
    this.#commit(judgePost(ingest, now), now);
    // Only a post's facts hold the value before.
    if (this.#given.keepsHabits !== true) for (const each of moved) each.valueBefore = null;
  }

  tick(now: number): void {
    if (this.#given.everyTick === false && this.#dueAt > now) return;
    this.checks += 1;
    const past = (id: string) => (this.series.get(id) ?? []).filter(({ at }) => at >= now - PAST_MS);
    const wanted = needsSeries(this.facts, now).map(({ id }) => [id, past(id)] as const);
    const hours = this.#given.outdoors?.(now);
    const forecast = hours === undefined ? null : { fetchedAt: now, hours };
    const around = { series: new Map(wanted), ownGaps: this.#given.ownGaps ?? [], forecast };
    this.#dueAt = nextCheckAt(this.facts, around, now);
    this.#commit(judgeHousehold(this.facts, around, now), now);
  }
}

/** Plays the same posts for a home evaluated at every tick, and for one evaluated when due. */
export function story(facts: () => TickFacts, posts: Post[]) {
  return { always: played(new PlayedHome(facts()), posts), due: judgedWhenDue(facts(), posts) };
}

export const judgedWhenDue = (facts: TickFacts, posts: Post[]) =>
  played(new PlayedHome(facts, { everyTick: false }), posts);

/** Plays the posts with a tick every quarter of an hour, until six hours after the last post. */
function played(run: PlayedHome, posts: Post[]): PlayedHome {
  const end = (posts.at(-1)?.at ?? T0) + 6 * HOUR;
  let next = 0;
  for (let tick = T0; tick <= end; tick += TICK) {
    for (let post = posts[next]; post !== undefined && post.at <= tick; post = posts[next]) {
      run.post(post);
      next += 1;
    }
    run.tick(tick);
  }
  return run;
}

/** Posts of the first device at a fixed interval. */
export const series = (
  count: number,
  minutes: number,
  values: (index: number) => Said[],
  afterMinutes = 0,
): Post[] =>
  Array.from({ length: count }, (_, index) => ({
    at: T0 + (afterMinutes + (index + 1) * minutes) * MINUTE,
    device: 0,
    lagMs: 0,
    values: values(index),
  }));
