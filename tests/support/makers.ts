import { newId } from "../../lib/kernel/secret.ts";
import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { addPhone, claimBay, registerPuck } from "./companion.ts";
import { addContactPoint } from "./contacts.ts";
import {
  addAlert,
  addApiKey,
  addDevice,
  addHome,
  addInboundToken,
  addMember,
  addShareLink,
} from "./fixtures.ts";
import type { House } from "./house.ts";
import { addOutsider } from "./outsiders.ts";
import { aPng } from "./pictures.ts";
import { sensorOf } from "./readings.ts";
import { cryptoRandom } from "./services.ts";

/** Where a thing is created, and who will use it. */
export type Place = { house: House; home: string; caller: { userId: string; email: string } };

/** Creates a thing of the home (or of the caller); returns its id. */
export type Maker = (place: Place) => Promise<string>;

const newest = async ({ house, home }: Place, table: string, order = "created_at desc"): Promise<string> => {
  const text = `select id from ${table} where household_id = $1 order by ${order} limit 1`;
  const [row] = await house.database.query<{ id: string }>(text, [home]);
  if (row === undefined) throw new Error(`No row of ${table} was made`);
  return row.id;
};

/** Sends a request as an owner of the home does in a browser. */
async function byOwner<T>(
  { house, home }: Place,
  method: string,
  path: string,
  body: unknown = {},
): Promise<T> {
  const cookie = await house.as(await addMember(house.database, home, "owner"));
  const headers = { "Content-Type": "application/json" };
  const answer = await house.call(method, path, { cookie, body, headers });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

const ownersPhone = async ({ house, home }: Place) =>
  addPhone(house.database, await addMember(house.database, home, "owner"), house.clock());

export const aDevice: Maker = async ({ house, home }) => (await addDevice(house.database, home)).id;

/** Has a key that can be shown: it was just created, and is stored sealed. */
export const aDeviceWithKey: Maker = async (place) => {
  const id = await aDevice(place);
  await byOwner(place, "POST", `/api/v1/devices/${id}/rotate-ingest-key`);
  return id;
};

export const aSensor: Maker = async (place) => {
  const { house, home } = place;
  const { id, ingestKey } = await addDevice(house.database, home);
  await house.post({ ingestKey }, { temp1: 50 });
  const row = await sensorOf(house.database, id);
  return row;
};

let feeds = 0;
export const aFeed: Maker = async (place) => {
  feeds += 1;
  const feed = { id: `feed_of_makers_${feeds}`, url: "https://barn.example.com/state.json" };
  await byOwner(place, "POST", "/api/v1/pull-setup", { feeds: [feed] });
  return feed.id;
};

export const anAlert: Maker = async ({ house, home }) => (await addAlert(house.database, home)).id;

export const aQuestion: Maker = async ({ house, home }) =>
  (await addAlert(house.database, home, { kind: "heating_stopped", subject: home })).id;

/** A photo of the emergency card, with its file. */
export const aPhoto: Maker = async ({ house, home }) => {
  const id = newId(ID_PREFIXES.photo, cryptoRandom);
  await house.services.objects?.put(`photos/${id}`, aPng({}), "image/png");
  await house.database.sql`
    insert into card_photos (id, household_id, place, type, bytes, width, height, created_at)
    values (${id}, ${home}, 'shutoff', 'image/png', 1, 1, 1, ${house.clock()})`;
  return id;
};

export const aNote: Maker = async ({ house, home }) => {
  const id = newId(ID_PREFIXES.chartNote, cryptoRandom);
  await house.database.sql`
    insert into chart_notes (id, household_id, at, text, created_at)
    values (${id}, ${home}, ${house.clock()}, 'Plumber', ${house.clock()})`;
  return id;
};

/** A message that failed after its last attempt. */
export const aDeadLetter: Maker = async ({ house, home }) => {
  const id = newId(ID_PREFIXES.message, cryptoRandom);
  await house.database.query(
    `insert into outbox (id, household_id, channel, recipient, dedupe_key, kind, sealed_message, state,
       next_attempt_at, created_at, settled_at) values ($1, $2, 'email', 'a@example.com', $1, 'test', '', 'dead', $3, $3, $3)`,
    [id, home, house.clock()],
  );
  return id;
};

/** A webhook of the caller. */
export const aWebhook: Maker = async ({ house, caller }) => {
  const id = await addContactPoint(
    house.database,
    caller.userId,
    "webhook",
    `https://hooks.example.org/…${newId(ID_PREFIXES.contactPoint, cryptoRandom)}`,
  );
  const secret = JSON.stringify({ url: "https://hooks.example.org/x", key: `whsec_${"A".repeat(43)}=` });
  const sealed = await house.services.serverVault.seal("contact-secret", id, secret);
  await house.database.sql`update contact_points set sealed_secret = ${sealed} where id = ${id}`;
  return id;
};

export const aRule: Maker = async (place) => {
  const body = { sensor_id: await aSensor(place), name: "Pipes", is: "below", value: 20 };
  return (await byOwner<{ rule: { id: string } }>(place, "POST", "/api/v1/rules", body)).rule.id;
};

export const anOutsider: Maker = async ({ house, home }) => (await addOutsider(house.database, home)).id;

let guests = 0;
export const anInvitation: Maker = async (place) => {
  guests += 1;
  const body = { email: `guest-${guests}@example.com`, role: "viewer" };
  type Made = { invitation: { id: string } };
  return (await byOwner<Made>(place, "POST", "/acts/invitations", body)).invitation.id;
};

/** An invitation from another home, addressed to the caller, who may accept it. */
export const anInvitationForCaller: Maker = async ({ house, caller }) => {
  const elsewhere = { house, caller, home: await addHome(house.database, "Elsewhere") };
  const body = { email: caller.email, role: "viewer" };
  type Made = { invitation: { id: string } };
  return (await byOwner<Made>(elsewhere, "POST", "/acts/invitations", body)).invitation.id;
};

export const anApiKey: Maker = async (place) => {
  await addApiKey(place.house.database, place.home);
  return newest(place, "api_keys");
};

export const aShareLink: Maker = async (place) => {
  await addShareLink(place.house.database, place.home);
  return newest(place, "share_links");
};

export const anInboundToken: Maker = async ({ house, home }) =>
  (await addInboundToken(house.database, home)).id;

/** Another session of the caller. */
export const aSession: Maker = async ({ house, home, caller }) => {
  await house.as({ ...caller, householdId: home });
  const text = "select id from sessions where user_id = $1 order by created_at desc, id limit 1";
  return (await house.database.query<{ id: string }>(text, [caller.userId]))[0]?.id ?? "";
};

/** A verified phone number of the caller. */
export const aContact: Maker = ({ house, caller }) =>
  addContactPoint(house.database, caller.userId, "sms", "+15555550100");

/** A second home of the caller. */
export const aHome: Maker = async ({ house, caller }) => {
  const home = await addHome(house.database, "Second home");
  await addMember(house.database, home, "viewer", caller.email);
  return home;
};

export const aPuck: Maker = async (place) =>
  (await registerPuck(place.house, await ownersPhone(place))).deviceId;

export const aBay: Maker = async (place) => claimBay(place.house, await ownersPhone(place));

/** An incident of the service itself, which belongs to no home. */
export const aStatusIncident: Maker = async ({ house }) => {
  const id = `sti_${crypto.randomUUID()}`;
  await house.database.sql`insert into status_incidents (id, title, impact, components, opened_at)
     values (${id}, 'Mail is late', 'down', '{}', now())`;
  return id;
};
