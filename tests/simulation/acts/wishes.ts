import { type Device, type Home, newDevice, type Scene } from "../world/world.ts";
import type { Answer, Call } from "./api.ts";

/** A person's request, and its entry in the activity. */
export type Wish = Omit<Call, "headers"> & {
  /** The action in the home's activity. */
  action: string;
  /** The subject of the action; null if only the answer contains it. */
  subject: string | null;
  /** Sent to the account's routes, by a signed-in person. */
  isPersonal?: boolean;
  /** Returns whether the answer says that there was nothing to do. */
  isMoot?: (body: Answer["body"]) => boolean;
  madeIn?: (body: Answer["body"]) => string;
  onDone?: (answer: Answer) => void;
};

/** The highest number of a push device; polled ones have higher numbers. */
const PUSHED_MAX = 89;

export function addDevice({ chance }: Scene, home: Home): Wish | null {
  const number = home.lastNumber + 1;
  if (number % 100 > PUSHED_MAX) return null;
  // If two people add a device at once, or a device's creation is never confirmed, no two devices get the same name.
  home.lastNumber = number;
  return {
    method: "POST",
    path: "/devices",
    action: "device_created",
    subject: null,
    body: { name: `Node ${number}`, space: `${chance.pick(["Cellar", "Attic"])} ${number}` },
    madeIn: ({ device }) => idOf(device),
    onDone: ({ body }) => {
      home.devices.push(newDevice(home.id, idOf(body.device), number, String(body.ingest_key)));
    },
  };
}

export function removeDevice({ chance }: Scene, home: Home): Wish | null {
  if (home.devices.length < 2) return null;
  return removalOf(chance.pick(home.devices));
}

export const removalOf = ({ id }: Device): Wish => ({
  method: "DELETE",
  path: `/devices/${id}`,
  action: "device_deleted",
  subject: id,
});

export const switchDevice = (scene: Scene, home: Home): Wish =>
  changeOf(scene, scene.chance.pick(home.devices));

export function changeOf({ chance }: Scene, { id, number }: Device): Wish {
  // Always a real change, which the activity must record.
  const body = { enabled: chance.happens(0.6), space: `Shelf ${number} ${chance.int(10_000, 1_000_000)}` };
  return { method: "PATCH", path: `/devices/${id}`, action: "device_changed", subject: id, body };
}

/** Renames all sensors at once; the names contain their device's number. */
export async function renameSensors({ world, chance }: Scene, home: Home): Promise<Wish | null> {
  const sensors = await world.database.query<{ id: string; key: string }>(
    `select id, key from sensors where device_id in (
       select id from devices where household_id = $1) order by position desc, id desc`,
    [home.id],
  );
  if (sensors.length === 0) return null;
  const named = sensors.map(({ id, key }) => ({ id, label: `${key} ${chance.int(10_000, 1_000_000)}` }));
  return {
    method: "POST",
    path: "/devices/sensors-batch",
    action: "sensors_changed",
    subject: null,
    body: { sensors: named },
  };
}

export function snooze({ chance }: Scene, home: Home): Wish {
  const isOn = chance.happens(0.6);
  const body = isOn ? { action: "snooze", hours: chance.int(1, 6) } : { action: "clear_snooze" };
  return {
    method: "POST",
    path: "/quiet",
    action: isOn ? "snoozed" : "snooze_cleared",
    subject: home.id,
    body,
  };
}

export async function acknowledge({ world, chance }: Scene, home: Home): Promise<Wish | null> {
  const open = await world.database.query<{ id: string }>(
    "select id from alerts where household_id = $1 and closed_at is null and acknowledged_at is null order by id",
    [home.id],
  );
  if (open.length === 0) return null;
  const { id } = chance.pick(open);
  const ack = { method: "POST", path: `/alerts/${id}/ack`, action: "alert_acknowledged", subject: id };
  return { ...ack, isMoot: ({ alert }) => isOver(alert) };
}

export const share = ({ chance }: Scene, home: Home): Wish => ({
  method: "POST",
  path: "/share-links",
  action: "share_link_created",
  subject: null,
  isPersonal: true,
  madeIn: ({ share_link }) => idOf(share_link),
  body: { name: `Family ${chance.int(1, 99)}`, scope: "live", expires_in_days: 30 },
  onDone: ({ body }) => void home.links.push(String(body.token)),
});

const idOf = (named: unknown): string =>
  typeof named === "object" && named !== null && "id" in named ? String(named.id) : "";

/** The alert ended before anybody acknowledged it: the answer shows it as it is, and there is nothing to do. */
const isOver = (alert: unknown): boolean =>
  typeof alert === "object" && alert !== null && "acknowledged_at" in alert && alert.acknowledged_at === null;
