import { CLIMATES, outdoorsAt } from "../alarm-load/stories/climate.ts";
import { Builder, KEPT_ASIDE } from "../alarm-load/stories/worlds.ts";
import { anySensor, postsOf, type Story, sensorName } from "./story.ts";
import { chanceOf, forecastOf, HOUR_MS, MINUTE_MS, START } from "./weather.ts";

const FAILS_AFTER_DAYS = 9;
const AHEAD_DAYS_MAX = 9;
const WINTER_DAYS = 120;
const STEP_MINUTES = 5;
const COLD = [CLIMATES.continental, CLIMATES.alpine, CLIMATES.nordic];

/** Homes of the world that is kept aside, of which neither a constant is chosen nor a mistake looked at. */
export const failingRadiatorHome = (seed: number): Story =>
  storyOf(seed, FAILS_AFTER_DAYS + AHEAD_DAYS_MAX + 1, FAILS_AFTER_DAYS * 24);

/** A winter in which the heating works. */
export const healthyRadiatorHome = (seed: number): Story => storyOf(seed, WINTER_DAYS, null);

function storyOf(seed: number, days: number, failsAfterHours: number | null): Story {
  const chance = chanceOf(seed);
  const build = new Builder(KEPT_ASIDE, seed);
  const fails = failsAfterHours === null ? null : failsAfterHours + chance.between(0, 24);
  const devices = [0, 1].map((room) =>
    build.room(room, { tauHours: chance.around(12, 60), sun: chance.between(0, 12) }),
  );
  const { climate, spaces } = build.story("failing", {
    climate: chance.pick(COLD),
    devices,
    from: 0,
    to: days * 24,
    isQuiet: fails === null,
  });
  const air = spaces.map(() => new Float32Array(days * 24 * 60));
  for (let minute = 0; minute < days * 24 * 60; minute += STEP_MINUTES) {
    const hours = minute / 60;
    for (const [room, space] of spaces.entries()) {
      space.later({
        hours,
        outdoors: outdoorsAt(climate, hours),
        heating: Number(fails === null || hours < fails),
      });
      air[room]?.fill(space.celsius, minute, minute + STEP_MINUTES);
    }
  }
  const sensors = spaces.map(() => anySensor(chance));
  const outdoor = (minute: number): number => outdoorsAt(climate, minute / 60);
  return {
    law: "radiators",
    sensor: sensors[0] === undefined ? "" : sensorName(sensors[0]),
    rooms: air.flatMap((celsius, room) => {
      const sensor = sensors[room];
      if (sensor === undefined) return [];
      return [{ celsius, posts: postsOf(celsius, sensor, chance), everyMinutes: sensor.everyMinutes }];
    }),
    weather: { outdoor, wind: () => 0, sun: () => 0, forecastAt: forecastOf(chance, outdoor) },
    failedAt: fails === null ? null : START + fails * HOUR_MS,
    explained: [],
    endsAt: START + days * 24 * 60 * MINUTE_MS,
  };
}
