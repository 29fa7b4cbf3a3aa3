import { type Chance, MINUTE_MS, START, type Weather } from "./weather.ts";

export type Posted = { at: number; celsius: number };

/** What one room's air did, minute by minute from `START`, and what its sensor said of it. */
export type Room = { celsius: Float32Array; posts: Posted[]; everyMinutes: number };

export type Story = {
  /** Which law of cooling and which sensor, for the breakdown. */
  law: string;
  sensor: string;
  rooms: Room[];
  weather: Weather;
  failedAt: number | null;
  /** Hours in which somebody turned the heating down or left a door open: a question then is no mistake. */
  explained: { from: number; to: number }[];
  endsAt: number;
};

/**
 * When a room's own air (not the sensor's rounded word for it) first reaches 32 °F after the failure; null
 * for never.
 */
export function frozenAt(story: Story, room: Room): number | null {
  if (story.failedAt === null) return null;
  const first = Math.round((story.failedAt - START) / MINUTE_MS);
  for (let minute = first; minute < room.celsius.length; minute += 1)
    if ((room.celsius[minute] ?? 0) <= 0) return START + minute * MINUTE_MS;
  return null;
}

/** A thermometer that rounds, errs, reports now and then and loses some of it. */
type Sensor = {
  everyMinutes: number;
  stepC: number;
  noiseC: number;
  lossShare: number;
  /** How many minutes it lags behind the air. */
  lagMinutes: number;
};

export const anySensor = (chance: Chance): Sensor => ({
  everyMinutes: chance.pick([5, 10, 15]),
  stepC: chance.pick([0.1, 0.2, 0.5, 5 / 9]),
  noiseC: chance.pick([0, 0.05, 0.15]),
  lossShare: chance.pick([0, 0.02, 0.1]),
  lagMinutes: chance.pick([2, 8, 20]),
});

export const sensorName = ({ everyMinutes, stepC }: Sensor): string =>
  `every ${everyMinutes} min, step ${stepC.toFixed(1)} K`;

/** What it posts, by the air of every minute. `deafFrom`: it posts nothing from that minute on. */
export function postsOf(
  air: Float32Array,
  sensor: Sensor,
  chance: Chance,
  deafFrom = Number.POSITIVE_INFINITY,
): Posted[] {
  const posts: Posted[] = [];
  const phase = Math.floor(chance.uniform() * sensor.everyMinutes);
  let own = air[0] ?? 0;
  for (let minute = 0; minute < Math.min(air.length, deafFrom); minute += 1) {
    own += ((air[minute] ?? own) - own) / sensor.lagMinutes;
    if ((minute + phase) % sensor.everyMinutes !== 0 || chance.uniform() < sensor.lossShare) continue;
    const said = own + sensor.noiseC * chance.normal();
    posts.push({ at: START + minute * MINUTE_MS, celsius: Math.round(said / sensor.stepC) * sensor.stepC });
  }
  return posts;
}
