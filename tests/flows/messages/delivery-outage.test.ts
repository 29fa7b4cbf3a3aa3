import { describe, expect, test } from "vitest";
import type { SendResult } from "../../../lib/channels/content.ts";
import type { OutgoingMessage } from "../../../lib/channels/ports.ts";
import { warnOfCaps } from "../../../lib/jobs/collect-history.actions.ts";
import { MINUTE_MS } from "../../../lib/kernel/time.ts";
import { dispatch } from "../../../lib/messages/dispatch.actions.ts";
import { type Delivery, DOWN, openDelivery, SENT, subjects } from "../../support/delivery.ts";
import { eachTest } from "../../support/each-test.ts";
import { addHome } from "../../support/fixtures.ts";

const world = eachTest(openDelivery);

/** A sender during whose attempt the alert ends and `other` sends that news; only then the attempt has its outcome. */
const overtaken = (other: ReturnType<Delivery["sender"]>, outcome: SendResult) =>
  world.sender(async () => {
    for (let good = 0; good < 2; good += 1) {
      world.clock.advance(MINUTE_MS / 4);
      await world.post({ temp1: 45 });
    }
    await other.dispatch();
    return outcome;
  });

test("a clock that was a year ahead holds back nothing once it is right", async () => {
  const year = 365 * 1_440 * MINUTE_MS;
  const { handed, dispatch: run } = world.sender();
  world.clock.advance(year);
  await world.post({ flood1: true });
  await world.sender(() => DOWN).dispatch();
  const ahead = world.clock().toISOString();
  await world.database
    .sql`insert into host_pace (host, next_at, paused_until) values ('email', ${ahead}, ${ahead})`;
  world.clock.advance(-year);
  await run();
  expect(subjects(handed)).toEqual([expect.stringContaining("leak")]);
});

test.each([-660, 90])(
  "an instance whose clock is %i s off sends nothing that another is sending",
  async (off) => {
    const now = world.clock();
    await world.database.query(
      `create or replace function trusted_time(said timestamptz) returns timestamptz language sql volatile as
      $$select '${now.toISOString()}'::timestamptz$$`,
    );
    await world.post({ flood1: true });
    const other = world.sender();
    const right = world.sender(async () => {
      world.clock.advance(off * 1_000);
      await other.dispatch();
      world.clock.advance(-off * 1_000);
      return SENT;
    });
    await right.dispatch();
    expect([subjects(right.handed).length, subjects(other.handed)]).toEqual([1, []]);
  },
);

describe("a provider that is down for an hour", () => {
  test("has delivered everything, each once, half an hour after it is back", async () => {
    await world.withPhone();
    await world.withToken("tok");
    let isDown = true;
    const { handed, dispatch: run } = world.sender(() => (isDown ? DOWN : SENT));
    await world.post({ temp1: 33 });
    await world.tick(60, run);
    isDown = false;
    handed.length = 0;
    await world.tick(31, run);
    expect(handed.map(({ channel }) => channel).toSorted()).toEqual(["email", "push", "sms"]);
    // The next step's text replaced the first text.
    const states = (await world.outbox()).map(({ channel, state }) => `${channel} ${state}`);
    expect(states.toSorted()).toEqual(["email sent", "push sent", "sms dropped", "sms sent"]);
  });

  test("never tells the opening after the end", async () => {
    let isDown = true;
    const { handed, dispatch: run } = world.sender(() => (isDown ? DOWN : SENT));
    await world.post({ temp1: 33 });
    await world.tick(10, run);
    await world.post({ temp1: 45 });
    world.clock.advance(MINUTE_MS);
    await world.post({ temp1: 45 });
    await world.tick(50, run);
    isDown = false;
    handed.length = 0;
    await world.tick(31, run);
    expect(subjects(handed)).toEqual([expect.stringContaining("Warm again")]);
    expect((await world.outbox()).map(({ kind, state }) => [kind, state])).toEqual([
      ["freeze_opened", "dropped"],
      ["freeze_closed", "sent"],
    ]);
  });

  test("drops the opening too that is with another sender while the end is queued", async () => {
    await world.post({ temp1: 33 });
    const other = world.sender();
    const slow = overtaken(other, DOWN);
    await slow.dispatch();
    await world.tick(31, other.dispatch);
    expect(subjects(other.handed)).toEqual([expect.stringContaining("Warm again")]);
  });

  test("does not pour out every reminder: the newest stands for those before", async () => {
    await world.withPhone();
    let isDown = true;
    const { handed, dispatch: run } = world.sender(() => (isDown ? DOWN : SENT));
    for (let minute = 0; minute < 60; minute += 5) {
      await world.post({ flood1: true });
      await run();
      world.clock.advance(5 * MINUTE_MS);
    }
    isDown = false;
    handed.length = 0;
    await world.tick(31, run);
    expect(handed.map(({ channel }) => channel).toSorted()).toEqual(["email", "sms"]);
    for (const { content } of handed) expect(content.text).toContain("Still wet");
  });
});

test("the operators are mailed when 80 % and when all of a day's text messages are used, once each, and over the cap it is mail, but for a leak's first", async () => {
  await world.withPhone();
  const day = world.clock().toISOString().slice(0, 10);
  await world.database.sql`
    insert into sending_counts (channel, scope, subject, period, sent)
    values ('sms', 'instance', '', ${day}, 2)`;
  await world.becomeEstablished();
  const sendingPolicy = { ...world.services.sendingPolicy, smsPerDay: 5 };
  const operators = { emails: ["operator@example.net"], chat: null };
  const subjectsToOperator: string[] = [];
  const run = async () => {
    world.sent.length = 0;
    const services = { ...world.services, operators, sendingPolicy };
    await dispatch(services);
    await warnOfCaps(services);
    await dispatch(services);
    subjectsToOperator.push(
      ...subjects(world.sent.filter(({ recipient }) => recipient === "operator@example.net")),
    );
    return world.sent.filter(({ channel }) => channel === "sms").length;
  };
  const texts: number[] = [];
  for (const body of [{ flood1: true }, { flood2: true }, { flood3: true }, { flood4: true }]) {
    await world.post(body);
    texts.push(await run());
  }
  expect(texts).toEqual([1, 1, 1, 1]);
  expect(subjectsToOperator).toEqual([
    `Hearthwatch: 4 of 5 text messages of ${day} are used`,
    `Hearthwatch: all 5 text messages of ${day} are used`,
  ]);
});

test("sends a leak within two seconds while 3,000 messages of another home wait at the provider's pace", async () => {
  const noisy = await addHome(world.database, "A noisy home");
  const start = world.clock();
  await world.database.query(
    `insert into outbox (id, household_id, channel, recipient, dedupe_key, kind, sealed_message, next_attempt_at, created_at)
     select 'noise' || n, $1, 'email', 'noisy@example.com', 'noise' || n, 'test', 'sealed', $2, $2
     from generate_series(1, 3000) n`,
    [noisy, new Date(start.getTime() - MINUTE_MS)],
  );
  let notifiedAfterMs = Number.NaN;
  const email = async ({ recipient }: OutgoingMessage) => {
    if (recipient === world.owner.email) notifiedAfterMs = world.clock().getTime() - start.getTime();
    return SENT;
  };
  const pause = async (ms: number) => world.clock.advance(ms);
  const sendingPolicy = { ...world.services.sendingPolicy, mailsPerSecond: 2 };
  await world.post({ flood1: true });
  await dispatch({
    ...world.services,
    channels: { ...world.services.channels, email },
    pause,
    sendingPolicy,
  });
  expect(notifiedAfterMs).toBeLessThanOrEqual(2_000);
  const [waiting] = await world.database.sql<{ count: number }>`
    select count(*)::integer from outbox where household_id = ${noisy} and state = 'pending'`;
  expect(waiting?.count).toBeGreaterThan(2_900);
});
