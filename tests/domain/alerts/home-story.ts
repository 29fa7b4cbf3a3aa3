import type { Change } from "../../../lib/alerts/decide/decide.ts";
import { leavesToTick, needsSeries, nextCheckAt } from "../../../lib/alerts/due-evaluation.ts";
import type { TickFacts, TickSensor } from "../../../lib/alerts/facts.ts";
import { judgeHousehold } from "../../../lib/alerts/judge-household.ts";
import { judgePost } from "../../../lib/alerts/judge-sensors.ts";
import { NO_QUIET, type Quiet } from "../../../lib/alerts/quiet/quiet.ts";
import { finished } from "../../support/finished.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

const TICK = 15 * MINUTE;

const sensor = (id: string, kind: TickSensor["kind"], unit: string | null): TickSensor => ({
  id,
  label: id,
  kind,
  unit,
  isState: unit === null,
  faultyAt: null,
  settings: {},
  value: null,
  at: null,
  valueBefore: null,
  deviceNumber: 1,
  position: 1,
});

/** A home whose devices have a thermometer, a hygrometer and a leak sensor each. */
export const home = (devices: number, quiet: Quiet = NO_QUIET): TickFacts => ({
  household: { id: "hh_1", quiet, settings: {} },
  place: null,
  devices: Array.from({ length: devices }, (_, index) => ({
    device: {
      id: `dev_${index}`,
      type: "push",
      name: `Device ${index}`,
      space: "",
      enabled: true,
      settings: {},
      lastSeenAt: null,
      gaps: [],
    },
    sensors: [
      sensor(`t${index}`, "temperature", "°F"),
      sensor(`h${index}`, "humidity", "%"),
      sensor(`w${index}`, "flood", null),
    ],
  })),
  rules: [],
  states: [],
});

export type Post = { at: number; device: number; lagMs: number; values: (number | null)[] };

/** One home and the clock that judges it: at every tick, or where it is due. */
function play(facts: TickFacts, { everyTick }: { everyTick: boolean }) {
  const series = new Map<string, { at: number; value: number }[]>();
  const notified: string[] = [];
  let dueAt = 0;
  let checks = 0;
  const commit = (changes: Change[], now: number) => {
    for (const { kind, subject, state, findings } of changes) {
      facts.states = facts.states.filter((row) => row.kind !== kind || row.subject !== subject);
      facts.states.push({ kind, subject, version: 1, state });
      notified.push(...findings.map((finding) => `${now} ${kind} ${subject} ${JSON.stringify(finding)}`));
      dueAt = 0;
    }
  };
  return {
    notified,
    checks: () => checks,
    post({ at: now, device: index, lagMs, values }: Post) {
      const found = facts.devices[index];
      if (found === undefined) return;
      const { device, sensors } = found;
      if (device.lastSeenAt !== null) {
        device.gaps = [Math.round((now - device.lastSeenAt) / 1_000), ...device.gaps].slice(0, 20);
      }
      device.lastSeenAt = now;
      const moved: TickSensor[] = [];
      for (const [position, value] of values.entries()) {
        const each = sensors[position];
        if (each === undefined || value === null) continue;
        series.set(each.id, [...(series.get(each.id) ?? []), { at: now - lagMs, value }]);
        if (each.at !== null && now - lagMs < each.at) continue;
        Object.assign(each, { valueBefore: each.value, value, at: now - lagMs });
        moved.push(each);
      }
      const ingest = { ...facts, device, sensors: moved };
      if (leavesToTick(ingest, now)) dueAt = 0;
      commit(judgePost(ingest, now), now);
      // What was the value before is known to the post alone.
      for (const each of moved) each.valueBefore = null;
    },
    tick(now: number) {
      if (!everyTick && dueAt > now) return;
      checks += 1;
      const wanted = needsSeries(facts, now).map(({ id }) => [id, series.get(id) ?? []] as const);
      const around = { series: new Map(wanted), ownGaps: [], forecast: null };
      dueAt = nextCheckAt(facts, around, now);
      commit(finished(judgeHousehold(facts, around, now)), now);
    },
  };
}

/** A home that is judged at every tick, and one where it is due. */
export function story(facts: () => TickFacts, posts: Post[]) {
  return {
    always: played(play(facts(), { everyTick: true }), posts),
    due: judgedWhenDue(facts(), posts),
  };
}

export const judgedWhenDue = (facts: TickFacts, posts: Post[]) =>
  played(play(facts, { everyTick: false }), posts);

/** Ticks every quarter of an hour until six hours after the last post. */
function played(run: ReturnType<typeof play>, posts: Post[]): ReturnType<typeof play> {
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

/** Posts of the first device, some minutes apart. */
export const series = (
  count: number,
  minutes: number,
  values: (index: number) => (number | null)[],
  afterMinutes = 0,
): Post[] =>
  Array.from({ length: count }, (_, index) => ({
    at: T0 + (afterMinutes + (index + 1) * minutes) * MINUTE,
    device: 0,
    lagMs: 0,
    values: values(index),
  }));
