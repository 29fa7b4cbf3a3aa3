import type { Walk } from "../world/model.ts";
import { type Device, keysOf, markerKey, namesDevice, type World } from "../world/world.ts";
import { type Invariant, judgeEach, together, type Verdict } from "./invariant.ts";

/** A person who views a home during faults sees nothing of another home, and misses nothing that was acknowledged. */
export const readsAreTrue: Invariant = {
  name: "what is read is the home's own, and whole",
  check: (world) => {
    const { views, walks } = world.model.takeReads();
    return together([
      judgeEach(views, ({ homeId, what, text }) => {
        const others = world.homes.filter(({ id }) => id !== homeId).flatMap(({ devices }) => devices);
        const stranger = others.find((device) => namesDevice(text, device));
        return stranger === undefined ? null : `${what} of ${homeId} names Node ${stranger.number}`;
      }),
      ...walks.map((walk) => judgeWalk(world, walk)),
    ]);
  },
};

function judgeWalk(world: World, walk: Walk): Verdict {
  const home = world.homes.find(({ id }) => id === walk.homeId);
  const devices = home?.devices ?? [];
  const known = new Map(devices.map((device) => [device.id, new Set(keysOf(device))]));
  const seen = new Set<string>();
  const rows = judgeEach(walk.readings, ({ device_id, key, recorded_at, value_num }) => {
    // A device whose creation wasn't confirmed is unknown here, and nothing has come from it.
    if (known.get(device_id)?.has(key) !== true)
      return `${walk.resolution}: ${key} of ${device_id} is not the home's own`;
    // Within a millisecond there may be several equal values, but no two bodies with one number.
    if (walk.resolution === "raw" && !key.startsWith("marker")) return null;
    const name = `${device_id} ${key} ${walk.resolution === "raw" ? value_num : recorded_at}`;
    if (seen.has(name)) return `${walk.resolution}: ${name} stands in it twice`;
    seen.add(name);
    return null;
  });
  const gone = new Set(
    world.model.wishes.flatMap(({ action, subject, outcome }) =>
      action === "device_deleted" && outcome !== "refused" ? [subject] : [],
    ),
  );
  return together([
    rows,
    ...devices.filter(({ id }) => !gone.has(id)).map((device) => judgeDevice(world, walk, device)),
  ]);
}

function judgeDevice({ model }: World, walk: Walk, device: Device): Verdict {
  const own = walk.readings.filter(
    ({ device_id, key }) => device_id === device.id && key === markerKey(device),
  );
  const promised = walk.promised.filter((marker) => model.sent.get(marker)?.deviceId === device.id);
  const isOwn = (marker: number | undefined) => model.sent.get(marker ?? 0)?.deviceId === device.id;
  if (walk.resolution === "raw") {
    const found = new Set(own.map(({ value_num }) => value_num));
    return together([
      judgeEach(own, ({ value_num }) =>
        isOwn(value_num) ? null : `Node ${device.number} holds body ${value_num}, which is not its own`,
      ),
      judgeEach(promised, (marker) =>
        found.has(marker) ? null : `body ${marker} of Node ${device.number} was promised and is not read`,
      ),
    ]);
  }
  const counted = own.reduce((sum, { count }) => sum + (count ?? 0), 0);
  return together([
    judgeEach(own, ({ count, min, max }) =>
      count === 0 || (isOwn(min) && isOwn(max))
        ? null
        : `${walk.resolution} of Node ${device.number} goes from ${min} to ${max}, which are not its own`,
    ),
    judgeEach([counted], (count) =>
      count >= promised.length
        ? null
        : `${walk.resolution} of Node ${device.number} counts ${count} bodies of ${promised.length} promised`,
    ),
  ]);
}
