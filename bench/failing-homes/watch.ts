import type { Change } from "../../lib/alerts/decide/decide.ts";
import { readEpisodeState } from "../../lib/alerts/episode.ts";
import type { TickFacts, TickSensor } from "../../lib/alerts/facts.ts";
import { floorToKeep, usualOf, weekFloorOf } from "../../lib/alerts/heating/heated-rooms.ts";
import { judgeHousehold, needsSeries } from "../../lib/alerts/judge-household.ts";
import { judgePost } from "../../lib/alerts/judge-sensors.ts";
import { NO_QUIET } from "../../lib/alerts/quiet/quiet.ts";
import type { Finding } from "../../lib/alerts/verdict.ts";
import type { Posted, Story } from "./story.ts";
import { HOUR_MS, MINUTE_MS, START } from "./weather.ts";

const TICK_MS = 15 * MINUTE_MS;
export const SERIES_HOURS = 30;

const sensorOf = (room: number): TickSensor => ({
  id: `t${room}`,
  label: `Room ${room}`,
  kind: "temperature",
  unit: "°C",
  isState: false,
  faultyAt: null,
  settings: {},
  value: null,
  at: null,
  valueBefore: null,
  deviceNumber: room,
  position: 1,
});

const homeOf = ({ rooms }: Story): TickFacts => ({
  household: { id: "hh_1", quiet: NO_QUIET, settings: {} },
  place: { latitude: 45, longitude: -93 },
  devices: rooms.map((_, room) => ({
    device: {
      id: `dev_${room}`,
      type: "push",
      name: `Device ${room}`,
      space: `Room ${room}`,
      enabled: true,
      settings: {},
      lastSeenAt: null,
      gaps: [],
    },
    sensors: [sensorOf(room)],
  })),
  rules: [],
  states: [],
});

type Watched = { findings: Finding[]; facts: TickFacts };

/** Picks the room's posts in the hours before a moment. */
export function postsBefore(posts: readonly Posted[], now: number, hours: number): Posted[] {
  const from = firstAfter(posts, now - hours * HOUR_MS);
  return posts.slice(from, firstAfter(posts, now + 1));
}

function firstAfter(posts: readonly Posted[], moment: number): number {
  let [low, high] = [0, posts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((posts[middle]?.at ?? 0) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The whole service's judgement of a story: every post as it comes and every tick, as production has it, with
 * the states and what was learned kept in memory. `atTick` is called after each tick.
 */
export function watch(
  story: Story,
  until: number,
  atTick: (now: number, facts: TickFacts) => void = () => {},
): Watched {
  const facts = homeOf(story);
  const findings: Finding[] = [];
  const next = story.rooms.map(() => 0);
  const commit = (changes: Change[]): void => {
    for (const { kind, subject, state, findings: found } of changes) {
      facts.states = facts.states.filter((row) => row.kind !== kind || row.subject !== subject);
      facts.states.push({ kind, subject, version: 1, state });
      findings.push(...found);
    }
  };
  for (let now = START + TICK_MS; now < Math.min(until, story.endsAt); now += TICK_MS) {
    for (const [index, room] of story.rooms.entries()) {
      for (
        let post = room.posts[next[index] ?? 0];
        post !== undefined && post.at <= now;
        post = room.posts[next[index] ?? 0]
      ) {
        next[index] = (next[index] ?? 0) + 1;
        commit(receive(facts, index, post));
      }
    }
    if ((now - START) % (24 * HOUR_MS) === 0) learnFloors(story, facts, now);
    const series = new Map(
      needsSeries(facts, now).map(({ id, deviceNumber }) => {
        const posts = postsBefore(story.rooms[deviceNumber]?.posts ?? [], now, SERIES_HOURS);
        return [id, posts.map(({ at, celsius }) => ({ at, value: celsius }))];
      }),
    );
    const forecast = { fetchedAt: now, hours: story.weather.forecastAt(now) };
    const changes = judgeHousehold(facts, { series, ownGaps: [], forecast }, now);
    commit(changes);
    atTick(now, facts);
  }
  return { findings, facts };
}

/** Does what the job does once a day: while the heating may be off it teaches nothing. */
function learnFloors({ rooms }: Story, { devices, states }: TickFacts, now: number): void {
  const asked = states.map(({ kind, state }) =>
    kind === "heating_stopped" ? readEpisodeState(state) : null,
  );
  const coldSpans = asked.flatMap((state) =>
    state?.open === true && state.openedAt !== null
      ? [{ from: state.openedAt - 3 * HOUR_MS, to: now + 3 * HOUR_MS }]
      : [],
  );
  for (const [index, room] of rooms.entries()) {
    const lows = new Map<number, number>();
    for (const { at, celsius } of postsBefore(room.posts, now, 7 * 24)) {
      const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
      lows.set(hour, Math.min(lows.get(hour) ?? celsius, celsius));
    }
    const known = [...lows].map(([at, celsius]) => ({ at, celsius }));
    const weekFloor = weekFloorOf(usualOf(known, coldSpans));
    for (const sensor of devices[index]?.sensors ?? [])
      sensor.weekFloor = floorToKeep(sensor.weekFloor ?? null, weekFloor, coldSpans);
  }
}

function receive(facts: TickFacts, index: number, { at, celsius }: Posted): Change[] {
  const found = facts.devices[index];
  const sensor = found?.sensors[0];
  if (found === undefined || sensor === undefined) return [];
  const { device } = found;
  if (device.lastSeenAt !== null)
    device.gaps = [Math.round((at - device.lastSeenAt) / 1_000), ...device.gaps].slice(0, 20);
  device.lastSeenAt = at;
  Object.assign(sensor, { valueBefore: sensor.value, value: celsius, at });
  return judgePost({ ...facts, device, sensors: [sensor] }, at);
}
