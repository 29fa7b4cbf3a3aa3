import type { Moment } from "../time.ts";
import { outdoorOf } from "../time-to-freeze/outdoor.ts";
import type { Point } from "../time-to-freeze/points.ts";
import { type Change, changeOf, stateIndex } from "./change.ts";
import { courseOf } from "./heating/falling.ts";
import { indoorRooms } from "./heating/heated-rooms.ts";
import { offOdds } from "./heating/off-odds.ts";
import type { SensorOutlook } from "./judge-cooling.ts";
import type { HeatingInput, RoomCourse } from "./kinds/heating-stopped.ts";
import { ALERT_RULES } from "./registry.ts";
import { settingsFor } from "./settings.ts";
import type { TickDevice, TickFacts } from "./tick-facts.ts";

const KIND = "heating_stopped";

/** Asks whether the heating has stopped, for the home as a whole. */
export function judgeHeating(
  facts: TickFacts,
  devices: TickDevice[],
  outlooks: ReadonlyMap<string, SensorOutlook>,
  outdoor: readonly Point[],
  now: Moment,
): Change[] {
  const { household } = facts;
  const known = stateIndex(facts.states)(KIND, household.id);
  const lowSince = known.state.open ? (known.state.openedAt ?? now) : now;
  const all = indoorRooms(devices, now);
  if (all.length === 0 && !known.state.open) return [];
  const rooms = all.map((room): RoomCourse => {
    const found = outlooks.get(room.sensor.id);
    const course = found === undefined ? null : courseOf(found.points, lowSince, now);
    const freezing = found?.outlook.is === "cooling" ? found.outlook.estimate : null;
    const odds = () =>
      found === undefined || course === null ? null : offOdds(found.points, course.since, outdoor, now);
    return { ...room, course, offOdds: odds, freezing };
  });
  const outdoorLowest = outdoorOf(outdoor)?.lowest ?? null;
  const input: HeatingInput = {
    subject: household.id,
    quiet: household.quiet,
    enabled: true,
    rooms,
    outdoorLowest,
  };
  const settings = settingsFor(KIND, household.settings);
  const about = { title: "Heating", deviceId: null, sensorId: null };
  return changeOf(known, KIND, household.id, about, (state) =>
    ALERT_RULES[KIND](state, input, settings, now),
  );
}
