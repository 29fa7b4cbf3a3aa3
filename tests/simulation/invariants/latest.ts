import { devicesOf } from "../world/world.ts";
import type { Invariant } from "./invariant.ts";

/** A device's own clock may be this far ahead; its bodies' receive times count. */
const AHEAD_SECONDS = 301;

const OLDER = `
  select d.id, place.position, newest.at, place.at as latest_at
  from devices d
  cross join lateral unnest(d.latest_at) with ordinality as place (at, position)
  cross join lateral (
    select max(s.recorded_at) as at from snapshots s where s.device_number = d.number
      and s.recorded_at <= $1::timestamptz and s."values"[place.position] is not null) newest
  where newest.at - $2 * interval '1 second' > place.at or (newest.at is not null and place.at is null)`;

const OTHER = `
  select d.id, place.position from devices d
  cross join lateral unnest(d.latest_at, d.latest_values) with ordinality as place (at, value, position)
  join snapshots s on s.device_number = d.number and s.recorded_at = place.at
  where s."values"[place.position] is not null and s."values"[place.position] <> place.value
    and d.id <> all($1::text[])`;

export const latestIsNewest: Invariant = {
  name: "latest never older than history",
  check: async (world) => {
    const older = await world.database.query(OLDER, [new Date(world.stage.nowMs), AHEAD_SECONDS]);
    // A reading from a clock that is ahead counts as latest from its arrival, and has a later time in the history.
    const own = devicesOf(world).filter(({ hasOwnClock }) => hasOwnClock);
    const other = await world.database.query(OTHER, [own.map(({ id }) => id)]);
    return {
      checked: devicesOf(world).length,
      broken: [
        ...older.map((row) => `history is newer: ${JSON.stringify(row)}`),
        ...other.map((row) => `history of the same moment says something else: ${JSON.stringify(row)}`),
      ],
    };
  },
};
