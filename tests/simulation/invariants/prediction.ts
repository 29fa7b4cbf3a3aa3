import { devicesOf } from "../world/world.ts";
import { type Invariant, judgeEach } from "./invariant.ts";

type Open = { kind: string; device_id: string };

/** Once every device has posted its values four times, the last after six hours, exactly these alerts are open. */
export const openAsMeasured: Invariant = {
  name: "open is what was measured last",
  check: async (world) => {
    const { database } = world;
    const enabled = await database.query<{ id: string }>(
      "select id from devices where enabled and type = 'push'",
    );
    const open = await database.query<Open>(
      "select kind, device_id from alerts where closed_at is null and kind in ('leak', 'freeze')",
    );
    const isOpen = (wanted: string, id: string) =>
      open.some(({ kind, device_id }) => kind === wanted && device_id === id);
    const watched = devicesOf(world).filter(({ id }) => enabled.some((device) => device.id === id));
    return judgeEach(watched, ({ id, number, isWet, isCold }) => {
      if (isOpen("leak", id) !== isWet)
        return `Node ${number} is ${isWet ? "wet" : "dry"}, its leak is not so`;
      if (isOpen("freeze", id) !== isCold)
        return `Node ${number} is ${isCold ? "cold" : "warm"}, its freeze is not so`;
      return null;
    });
  },
};

type Latest = { id: string; marker: number; is_open: boolean };

const WET_NOW = `
  select d.id, d.latest_values[m.position] as marker, exists (
    select from alerts a where a.kind = 'leak' and a.sensor_id = f.id and a.closed_at is null) as is_open
  from devices d join sensors f on f.device_id = d.id and f.key like 'flood%'
  join sensors m on m.device_id = d.id and m.key like 'marker%'
  where d.enabled and d.type = 'push' and d.latest_values[f.position] = 1
    -- Who moves a device ends its alerts until it speaks again.
    and not exists (select from alerts a where a.kind = 'leak' and a.sensor_id = f.id
      and a.close_reason in ('moved', 'disabled'))
    -- Of one that is switched on while or after it speaks the next tick opens them.
    and not exists (select from activity e where e.action = 'device_changed' and e.subject = d.id
      and e.at >= d.latest_at[f.position] - interval '1 second')`;

/** An acknowledged reading has been evaluated: water in it means an open leak. */
export const judgedAtOnce: Invariant = {
  name: "acknowledged is judged",
  check: async (world) => {
    const timed = new Set(devicesOf(world).flatMap(({ id, hasOwnClock }) => (hasOwnClock ? [id] : [])));
    const rows = await world.database.query<Latest>(WET_NOW);
    return judgeEach(
      rows.filter(({ id }) => !timed.has(id)),
      ({ id, marker, is_open }) =>
        world.model.sent.get(marker)?.isAcknowledged === true && !is_open
          ? `body ${marker} of ${id} says that it is wet, was acknowledged, and nothing is open`
          : null,
    );
  },
};
