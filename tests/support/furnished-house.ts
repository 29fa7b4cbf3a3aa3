import { HOUR_MS } from "../../lib/kernel/time.ts";
import { addAlert, addDevice, addHome, addMember, addShareLink, type TestMember } from "./fixtures.ts";
import type { House } from "./house.ts";
import {
  aBay,
  aDeadLetter,
  aFeed,
  anApiKey,
  anInboundToken,
  anInvitation,
  anInvitationForCaller,
  aRule,
  aStatusIncident,
  aWebhook,
} from "./makers.ts";
import { addAlertLink, addOutsider } from "./outsiders.ts";
import { sensorOf } from "./readings.ts";
import { ADMIN_EMAIL } from "./services.ts";

/** Creates homes with something in all of their places, for tests that visit all pages. */
export async function furnish(house: House) {
  const quiet = await quietHome(house);
  const home = await addHome(house.database, "Elm Street");
  const owner = await addMember(house.database, home, "owner", "ada@example.com");
  const { member: newest, invited } = await newcomer(house);
  const people = {
    owner: house.as(owner),
    viewer: house.as(await addMember(house.database, home, "viewer")),
    newcomer: house.as(newest),
    free: house.as(await addMember(house.database, await addHome(house.database, "Small flat", "free"))),
    operator: house.as(await addMember(house.database, home, "viewer", ADMIN_EMAIL)),
  };
  const sensors = await readings(house, home);
  const place = { house, home, caller: owner };
  const ids = {
    ...sensors,
    invited,
    rule: await aRule(place),
    feed: await aFeed(place),
    bay: await aBay(place),
    inbound: await anInboundToken(place),
    alert: (await addAlert(house.database, home, { sensorId: sensors.sensor, openedAt: house.clock() })).id,
    past: (await addAlert(house.database, home, overFor(house))).id,
    share: await addShareLink(house.database, home, { scope: "history" }),
    ended: await addShareLink(house.database, home, { revokedAt: house.clock() }),
  };
  const wet = {
    kind: "leak",
    severity: "critical",
    title: "Floor (Cellar)",
    deviceId: sensors.device,
  } as const;
  const leak = (await addAlert(house.database, home, { ...wet, openedAt: house.clock() })).id;
  const calls = await outsiders(house, { home, leak, past: ids.past });
  for (const make of [aDeadLetter, aWebhook, anApiKey, anInboundToken, anInvitation]) await make(place);
  const late = { quiet: house.as(quiet.owner) };
  const cookies = Object.fromEntries(
    await Promise.all(
      Object.entries({ ...people, ...late }).map(async ([who, cookie]) => [who, await cookie] as const),
    ),
  );
  const all = {
    ...ids,
    ...calls,
    leak,
    incident: await aStatusIncident(place),
    acknowledged: quiet.acknowledged,
    faulty: quiet.faulty,
    quietShare: quiet.share,
  };
  return { ids: all, cookies: cookies as Record<keyof typeof people | keyof typeof late, string> };
}

/** Adds people without an account: two who are called, one in each language, and one who has only been asked. */
async function outsiders(house: House, { home, leak, past }: Record<"home" | "leak" | "past", string>) {
  const { database } = house;
  const now = house.clock();
  const nora = await addOutsider(database, home);
  const luis = await addOutsider(database, home, { name: "Luis", language: "es", tells: "leaks" });
  const asked = await addOutsider(database, home, { name: "Plumber", confirmedAt: null });
  await database.query(
    `insert into activity (household_id, at, actor_type, actor_id, action, subject, details)
     values ($1, $2, 'contact', $3, 'responder_answered', $4, '{"answer": "on_my_way", "name": "Nora"}')`,
    [home, now, nora.id, leak],
  );
  const link = (contact: string, alert: string) => addAlertLink(database, { home, contact, alerts: [alert] });
  return {
    call: await link(nora.id, leak),
    callEs: await link(luis.id, leak),
    overCall: await link(nora.id, past),
    ask: asked.token,
  };
}

/** Adds a home on vacation and snoozed, whose owner has acknowledged its only alert, and with a faulty sensor. */
async function quietHome(house: House) {
  const home = await addHome(house.database, "Lake house");
  const owner = await addMember(house.database, home, "owner", "lea@example.com");
  const { sensor } = await readings(house, home);
  const openedAt = house.clock();
  const { id: acknowledged } = await addAlert(house.database, home, { sensorId: sensor, openedAt });
  const faulty = { kind: "sensor_fault", title: "Pipe (Cellar)", openedAt } as const;
  const { id: fault } = await addAlert(house.database, home, faulty);
  const cookie = await house.as(owner);
  for (const [path, body] of [
    [`/alerts/${acknowledged}/ack`, undefined],
    ["/quiet", { action: "vacation", hours: 168 }],
    ["/quiet", { action: "snooze", hours: 12 }],
  ] as const) {
    const answer = await house.call("POST", `/api/v1${path}`, { cookie, body });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }
  return { owner, acknowledged, faulty: fault, share: await addShareLink(house.database, home) };
}

const overFor = ({ clock }: House) => ({
  openedAt: new Date(clock().getTime() - 5 * HOUR_MS),
  closedAt: new Date(clock().getTime() - 3 * HOUR_MS),
});

/** Adds an owner of a home without a device, who is invited to another home. */
async function newcomer(house: House): Promise<{ member: TestMember; invited: string }> {
  const member = await addMember(house.database, await addHome(house.database, "My home"));
  const invited = await anInvitationForCaller({ house, home: member.householdId, caller: member });
  return { member, invited };
}

/** Adds devices: one online, one offline, one without data and one disabled. */
async function readings(house: House, home: string) {
  const cellar = await addDevice(house.database, home);
  const garage = await addDevice(house.database, home, { name: "Garage node", space: "Garage" });
  const attic = await addDevice(house.database, home, { name: "Attic node", space: "Attic" });
  await addDevice(house.database, home, { name: "Old node", space: "Garage", enabled: false });
  const post = ({ ingestKey }: { ingestKey: string }, body: unknown) => house.post({ ingestKey }, body);
  await post(garage, { temp1: 48, door1: true, battery: 9 });
  for (let hour = 0; hour < 6; hour += 1) {
    house.clock.advance(HOUR_MS);
    await post(cellar, { temp1: 44 - hour, humidity1: 50, flood1: hour > 4, rssi: -88 });
  }
  const row = await sensorOf(house.database, cellar.id, "temp1");
  return { device: cellar.id, silent: garage.id, unheard: attic.id, sensor: row };
}
