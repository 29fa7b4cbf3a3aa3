import type { Plan as Tariff } from "../../../schema/vocabulary.ts";
import { addContactPoint } from "../../support/contacts.ts";
import { addFeed } from "../../support/feeds.ts";
import { addApiKey, addDevice, addHome, addMember, signIn } from "../../support/fixtures.ts";
import type { Plan } from "../run/plan.ts";
import { type Chance, chanceOf } from "../stage/chance.ts";
import { Contention } from "../stage/contention.ts";
import { drawRandomFrom } from "../stage/ordered-crypto.ts";
import type { SimulatedDatabase } from "../stage/simulated-database.ts";
import { Stage } from "../stage/stage.ts";
import { cutLines } from "../stage/wire.ts";
import { ForgetfulRedis } from "./limiter.ts";
import { Model } from "./model.ts";
import { type Device, type Home, newDevice, type Person, type World } from "./world.ts";

const FIRST_DAY_MS = Date.parse("2026-03-01T09:00:00Z");
const DAYS = 200;
const DAY_MS = 86_400_000;
const LAST_HOURS_OF_MONTH = 72;
/** A shard polls this many feeds of a home one after the other. */
const POLLED_MAX = 3;
const SLOW_CLOCK_MS = -45_000;

/** Creates an empty service, and the homes, devices and people of a history. */
export async function openWorld(
  database: SimulatedDatabase,
  { seed, isContended, isOverMonthsEnd }: Pick<Plan, "seed" | "isContended" | "isOverMonthsEnd">,
): Promise<World> {
  const chance = chanceOf(seed);
  drawRandomFrom(chance.bytes);
  cutLines();
  await database.empty();
  const contention = isContended ? new Contention(database.connections) : null;
  const someMs = FIRST_DAY_MS + chance.int(0, DAYS) * DAY_MS + chance.int(0, 23) * 3_600_000;
  const someDay = new Date(someMs);
  const startMs = isOverMonthsEnd
    ? Date.UTC(someDay.getUTCFullYear(), someDay.getUTCMonth() + 1) -
      chance.int(1, LAST_HOURS_OF_MONTH) * 3_600_000
    : someMs;
  const stage = new Stage(startMs, contention?.settle);
  await database.setClock(stage.nowMs);
  const world: World = {
    database,
    contention,
    stage,
    model: new Model(),
    redis: new ForgetfulRedis(() => new Date(stage.nowMs)),
    tally: {},
    homes: [],
    instanceAheadMs: 0,
    reports: [],
  };
  const plans: Tariff[] = ["pro", "free", "pro"];
  for (const plan of plans.slice(0, chance.int(1, 3)))
    world.homes.push(await addSimulatedHome(world, chance, plan));
  return world;
}

async function addSimulatedHome(world: World, chance: Chance, plan: Tariff): Promise<Home> {
  const { database, stage, homes } = world;
  const place = homes.length + 1;
  const id = await addHome(database, `Home ${place}`, plan);
  // Reports only cover time after a home's creation.
  await database.query("update households set created_at = $2 where id = $1", [
    id,
    new Date(stage.nowMs - 90 * DAY_MS),
  ]);
  const people: Person[] = [];
  for (let one = 0; one < chance.int(1, 3); one += 1)
    people.push(await addPerson(world, chance, id, `person-${place}-${one}@example.com`));
  const apiKey = await addApiKey(database, id);
  const home: Home = { id, plan, people, apiKey, devices: [], lastNumber: place * 100, links: [] };
  for (let one = 0; one < chance.int(1, 3); one += 1) {
    home.lastNumber = place * 100 + one;
    home.devices.push(await addSimulatedDevice(world, chance, id, home.lastNumber));
  }
  const polled = world.contention === null ? Number(chance.happens(0.4)) : chance.int(0, POLLED_MAX);
  for (let one = 0; one < polled; one += 1)
    home.devices.push(await addPolledDevice(database, id, place * 100 + 90 + one));
  await database.setClock(stage.nowMs);
  return home;
}

async function addPerson(
  { database, stage }: World,
  chance: Chance,
  homeId: string,
  email: string,
): Promise<Person> {
  const member = await addMember(database, homeId, "owner", email);
  const phone = chance.happens(0.5) ? `+1555${String(chance.int(1_000_000, 9_999_999))}` : null;
  if (phone !== null) await addContactPoint(database, member.userId, "sms", phone);
  if (chance.happens(0.3)) await addContactPoint(database, member.userId, "push", `token-${email}`);
  const quietHours = chance.happens(0.3) ? { from: "22:00", to: "07:00" } : null;
  await database.query("update memberships set notifications = $1 where user_id = $2", [
    JSON.stringify(quietHours === null ? {} : { quietHours: { ...quietHours, timeZone: "UTC" } }),
    member.userId,
  ]);
  const cookie = await signIn(database, member, new Date(stage.nowMs));
  return { userId: member.userId, email, phone, quietHours, cookie };
}

async function addSimulatedDevice(
  { database }: World,
  chance: Chance,
  homeId: string,
  number: number,
): Promise<Device> {
  const { id, ingestKey } = await addDevice(database, homeId, {
    name: `Node ${number}`,
    space: `Cellar ${number}`,
  });
  const ownClockAheadMs = chance.happens(0.3) ? chance.pick([0, SLOW_CLOCK_MS, 90_000]) : null;
  return {
    ...newDevice(homeId, id, number, ingestKey),
    hasOwnClock: ownClockAheadMs !== null,
    ownClockAheadMs,
  };
}

async function addPolledDevice(database: SimulatedDatabase, homeId: string, number: number): Promise<Device> {
  const url = `https://feeds.example.com/${number}`;
  const { deviceId: id } = await addFeed(database, homeId, `Node ${number}`, { url });
  return newDevice(homeId, id, number, null);
}
