import { afterAll, beforeAll, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { acknowledgeAlert } from "../../lib/alerts/answer.actions.ts";
import type { EscalationStep } from "../../lib/alerts/escalation.ts";
import { handOverAlert } from "../../lib/alerts/hand-over-alert.actions.ts";
import { addDevice, addHome, addMember } from "../support/cast.ts";
import { addContactPoint } from "../support/contacts.ts";
import { type Delivery, DOWN, openDelivery, SENT } from "../support/delivery.ts";
import { addOutsider } from "../support/outsiders.ts";

/** More of them: NIGHTS=500 npm test -- tests/flows/nights.test.ts */
const NIGHTS = Number(process.env.NIGHTS ?? "2");
const MINUTE_MS = 60_000;
const MINUTES = 30;
const PATHS = ["page", "mail link", "API", "hand-over", "responder", "nobody"] as const;
type Path = (typeof PATHS)[number];

const PLANS: EscalationStep[][] = [
  [
    { whom: "everybody", channels: null, afterMinutes: 0 },
    { whom: "everybody", channels: ["sms"], afterMinutes: 5 },
    { whom: "contacts", channels: null, afterMinutes: 15 },
  ],
  [
    { whom: "everybody", channels: ["email"], afterMinutes: 0 },
    { whom: "everybody", channels: ["sms"], afterMinutes: 2 },
    { whom: "contacts", channels: null, afterMinutes: 3 },
    { whom: "everybody", channels: ["sms"], afterMinutes: 20 },
  ],
];

/** Mulberry32: everything of a night follows from its seed. */
function chanceOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { below: (end: number) => Math.floor(next() * end), is: (share: number) => next() < share };
}

let world: Delivery;
beforeAll(async () => {
  world = await openDelivery();
});
afterAll(() => world.database.close());

type Told = { place: number; told_at: string | null; ended: boolean };

/** What broke the promise in one night; empty where it was kept. */
async function playNight(
  seed: number,
): Promise<{ broken: string[]; path: Path; told: number; isTaken: boolean }> {
  const { database, clock } = world;
  const chance = chanceOf(seed);
  const home = await addHome(database, `Night ${seed}`, "pro");
  const owner = await addMember(database, home, "owner");
  const ben = await addMember(database, home, "member");
  await addContactPoint(database, owner.userId, "sms", `+1555${String(5_000_000 + seed)}`);
  await addOutsider(database, home);
  const device = await addDevice(database, home, { name: "Cellar node", space: "Cellar" });
  const steps = PLANS[chance.below(PLANS.length)] ?? [];
  await database.query("insert into escalations (household_id, steps, updated_at) values ($1, $2, $3)", [
    home,
    JSON.stringify(steps),
    clock(),
  ]);
  const path = PATHS[chance.below(PATHS.length)] ?? "nobody";
  const ackMinute = chance.below(MINUTES);
  const isDown = chance.is(0.2);
  const both = [world.sender(() => (isDown ? DOWN : SENT)), world.sender(() => (isDown ? DOWN : SENT))];
  await world.post(chance.is(0.5) ? { flood1: true } : { temp1: 20 }, device);
  const start = clock().getTime();
  const broken: string[] = [];
  let taken = false;
  let lastTick = -1;
  const rows = () =>
    database.query<Told>(
      `select step.place, step.told_at, step.ended_at is not null as ended from escalation_steps step
       where household_id = $1 and round = 1 order by place`,
      [home],
    );
  const [{ id: alert } = { id: "" }] = await database.query<{ id: string }>(
    "select id from alerts where household_id = $1",
    [home],
  );
  const links = () => both.flatMap(({ handed }) => handed.map(({ content }) => content.text)).join(" ");
  const page = (where: string, answer: Record<string, string>) =>
    pagesApp({ ...world.ports } as never).request(where, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(answer),
    });
  const actor = { type: "user", id: owner.userId, ip: null } as const;
  const take = async (): Promise<boolean> => {
    if (path === "nobody") return false;
    if (path === "hand-over") {
      const ports = { ...world.ports };
      const member = { householdId: home, email: owner.email };
      return (await handOverAlert(ports, { member, actor }, { alertId: alert, userId: ben.userId })).ok;
    }
    if (path === "mail link" || path === "responder") {
      const token = (path === "mail link" ? /\/a\/(\w{22})/ : /\/r\/(\w{22})/).exec(links())?.[1];
      if (token === undefined) return false;
      const where = path === "mail link" ? `/a/${token}` : `/r/${token}`;
      return (await page(where, { answer: "on_my_way" })).status === 303;
    }
    return (
      await acknowledgeAlert(
        world.ports,
        { householdId: home, actor },
        alert,
        path === "API" ? "api" : "page",
      )
    ).ok;
  };
  for (let minute = 0; minute <= MINUTES; minute += 1) {
    clock.set(new Date(start + minute * MINUTE_MS));
    // A clock that is set back for a moment, and a tick that does not come.
    if (chance.is(0.05)) clock.advance(-2 * MINUTE_MS);
    const isMissed = chance.is(0.1) && minute > 0;
    const before = await rows();
    if (!isMissed) {
      lastTick = clock().getTime();
      const dispatches = both.map(({ dispatch }) => dispatch());
      const acts = minute >= ackMinute && !taken && chance.is(0.5) ? [take()] : [];
      const [, , now] = await Promise.all([...dispatches, ...acts]);
      if (now === true) taken = true;
    }
    if (minute >= ackMinute && !taken) taken = await take();
    const after = await rows();
    for (const [place, row] of after.entries()) {
      const wasEnded = before[place]?.ended === true;
      if (wasEnded && row.told_at !== null && before[place]?.told_at === null)
        broken.push(`seed ${seed}: step ${place} came although ${path} had it`);
      const dueMs = start + (steps[place]?.afterMinutes ?? 0) * MINUTE_MS;
      if (!taken && lastTick >= dueMs && row.told_at === null)
        broken.push(`seed ${seed}: step ${place} had not come in minute ${minute}`);
    }
  }
  const sent = await database.query<{ key: string; n: number }>(
    `select regexp_replace(dedupe_key, '^[^/]*/', '') || recipient as key, count(*)::integer as n from outbox
     where household_id = $1 and state <> 'dropped' group by 1 having count(*) > 1`,
    [home],
  );
  broken.push(...sent.map(({ key }) => `seed ${seed}: ${key} was sent twice`));
  await database.query("update alerts set closed_at = $2 where household_id = $1", [home, clock()]);
  clock.advance(MINUTE_MS);
  return {
    broken,
    isTaken: taken,
    path,
    told: (await rows()).filter(({ told_at }) => told_at !== null).length,
  };
}

test("until somebody has it or the steps are used up, the next step comes within its minute, and none twice", async () => {
  const broken: string[] = [];
  const played = new Map<Path, { nights: number; taken: number; steps: number }>();
  for (let seed = 1; seed <= NIGHTS; seed += 1) {
    const night = await playNight(seed);
    broken.push(...night.broken);
    const row = played.get(night.path) ?? { nights: 0, taken: 0, steps: 0 };
    played.set(night.path, {
      nights: row.nights + 1,
      taken: row.taken + Number(night.isTaken),
      steps: row.steps + night.told,
    });
  }
  if (process.env.NIGHTS !== undefined) console.table(Object.fromEntries(played));
  expect(broken).toEqual([]);
}, 600_000);
