import { expect, test } from "vitest";
import { pagesApp } from "../../../functions/pages/app.ts";
import { acknowledgeAlert } from "../../../lib/alerts/answer.actions.ts";
import type { EscalationStep } from "../../../lib/alerts/escalation.ts";
import { answerAlertLink } from "../../../lib/messages/answer-link.actions.ts";
import { handOverAlert } from "../../../lib/messages/hand-over/hand-over-alert.actions.ts";
import { answerText } from "../../../lib/messages/text-answer.actions.ts";
import { addContactPoint } from "../../support/contacts.ts";
import { DOWN, openDelivery, SENT } from "../../support/delivery.ts";
import { addDevice, addHome, addMember } from "../../support/fixtures.ts";
import { addOutsider } from "../../support/outsiders.ts";

/** More of them: NIGHTS=500 npm test -- tests/flows/alerts/nights.test.ts; some, or one alone, by their seeds: NIGHTS=12-12 */
const { NIGHTS } = process.env;
const [LAST = 2, FIRST = 1] = (NIGHTS ?? "2").split("-").map(Number).toReversed();
const SEEDS = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index);
const NIGHT_MS_MAX = 60_000;
const MINUTE_MS = 60_000;
/** Each night begins at a moment of its own, whatever was played before it. */
const APART_MS = 60 * MINUTE_MS;
const MINUTES = 30;
const PATHS = ["page", "mail link", "API", "hand-over", "responder", "text", "call", "nobody"] as const;
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

const world = await openDelivery();
const firstMs = world.clock().getTime();

type Notified = { place: number; notified_at: string | null; ended: boolean };

/** What broke the promise in one night; empty where it was kept. */
async function playNight(
  seed: number,
): Promise<{ broken: string[]; path: Path; notified: number; isTaken: boolean }> {
  const { database, clock } = world;
  const chance = chanceOf(seed);
  clock.set(new Date(firstMs + seed * APART_MS));
  const home = await addHome(database, `Night ${seed}`, "pro");
  const owner = await addMember(database, home, "owner");
  const ben = await addMember(database, home, "member");
  const phone = `+1555${String(5_000_000 + seed)}`;
  await addContactPoint(database, owner.userId, "sms", phone);
  await addOutsider(database, home);
  const device = await addDevice(database, home, { name: "Cellar node", space: "Cellar" });
  const steps = PLANS[chance.below(PLANS.length)] ?? [];
  await database.sql`
    insert into escalations (household_id, steps, updated_at)
    values (${home}, ${JSON.stringify(steps)}, ${clock()})`;
  const path = PATHS[chance.below(PATHS.length)] ?? "nobody";
  const ackMinute = chance.below(MINUTES);
  const isDown = chance.is(0.2);
  const both = [world.sender(() => (isDown ? DOWN : SENT)), world.sender(() => (isDown ? DOWN : SENT))];
  await world.post(chance.is(0.5) ? { flood1: true } : { temp1: 20 }, device);
  const start = clock().getTime();
  const broken: string[] = [];
  let taken = false;
  let lastTick = -1;
  // The steps count from the first news, which waits while the clock says that its moment is still to come.
  let newsMs = Number.POSITIVE_INFINITY;
  const rows = () =>
    database.sql<Notified>`
      select step.place, step.notified_at, step.ended_at is not null as ended
      from escalation_steps step where household_id = ${home} and round = 1 order by place`;
  const [{ id: alert } = { id: "" }] = await database.sql<{ id: string }>`
    select id from alerts where household_id = ${home}`;
  const links = () => both.flatMap(({ handed }) => handed.map(({ content }) => content.text)).join(" ");
  const page = (where: string, answer: Record<string, string>) =>
    pagesApp({ ...world.services } as never).request(where, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(answer),
    });
  const isTaken = async (): Promise<boolean> =>
    (await database.sql`select 1 from alerts where id = ${alert} and acknowledged_at is not null`).length > 0;
  const actor = { type: "user", id: owner.userId, ip: null } as const;
  const take = async (): Promise<boolean> => {
    if (path === "nobody") return false;
    if (path === "hand-over") {
      const services = { ...world.services };
      const member = { householdId: home, email: owner.email, name: null };
      return (await handOverAlert(services, { member, actor }, { alertId: alert, userId: ben.userId })).ok;
    }
    if (path === "text") {
      await answerText(world.services, { from: phone, body: "1", optOut: null });
      return await isTaken();
    }
    if (path === "mail link" || path === "responder" || path === "call") {
      const token = (path === "responder" ? /\/r\/(\w{22})/ : /\/a\/(\w{22})/).exec(links())?.[1];
      if (token === undefined) return false;
      if (path === "call") return (await answerAlertLink(world.services, token, null, "call")).ok;
      const where = path === "mail link" ? `/a/${token}` : `/r/${token}`;
      return (await page(where, { answer: "on_my_way" })).status === 303;
    }
    return (
      await acknowledgeAlert(
        world.services,
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
      if (lastTick >= start) newsMs = Math.min(newsMs, lastTick);
      const dispatches = both.map(({ dispatch }) => dispatch());
      const acts = minute >= ackMinute && !taken && chance.is(0.5) ? [take()] : [];
      const [, , now] = await Promise.all([...dispatches, ...acts]);
      if (now === true) taken = true;
    }
    if (minute >= ackMinute && !taken) taken = await take();
    const after = await rows();
    for (const [place, { afterMinutes }] of steps.entries()) {
      const [was, is] = [before[place]?.notified_at ?? null, after[place]?.notified_at ?? null];
      if (before[place]?.ended === true && was === null && is !== null)
        broken.push(`seed ${seed}: step ${place} came although ${path} had it`);
      if (!taken && lastTick >= newsMs + afterMinutes * MINUTE_MS && is === null)
        broken.push(`seed ${seed}: step ${place} had not come in minute ${minute}`);
    }
  }
  const sent = await database.query<{ key: string; n: number }>(
    `select regexp_replace(dedupe_key, '^[^/]*/', '') || recipient as key, count(*)::integer as n from outbox
     where household_id = $1 and state <> 'dropped' group by 1 having count(*) > 1`,
    [home],
  );
  broken.push(...sent.map(({ key }) => `seed ${seed}: ${key} was sent twice`));
  await database.sql`update alerts set closed_at = ${clock()} where household_id = ${home}`;
  await database.query(
    "update outbox set state = 'dropped', settled_at = $2 where household_id = $1 and state = 'pending'",
    [home, clock()],
  );
  return {
    broken,
    isTaken: taken,
    path,
    notified: (await rows()).filter(({ notified_at }) => notified_at !== null).length,
  };
}

test(
  "until somebody has it or the steps are used up, the next step comes within its minute, and none twice",
  async () => {
    const broken: string[] = [];
    const played = new Map<Path, { nights: number; taken: number; steps: number }>();
    for (const seed of SEEDS) {
      const night = await playNight(seed);
      broken.push(...night.broken);
      const row = played.get(night.path) ?? { nights: 0, taken: 0, steps: 0 };
      played.set(night.path, {
        nights: row.nights + 1,
        taken: row.taken + Number(night.isTaken),
        steps: row.steps + night.notified,
      });
    }
    if (NIGHTS !== undefined) console.table(Object.fromEntries(played));
    expect(broken).toEqual([]);
  },
  NIGHT_MS_MAX * SEEDS.length,
);
