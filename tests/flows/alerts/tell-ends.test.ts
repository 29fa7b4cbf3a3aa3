import { beforeEach, describe, expect, test } from "vitest";
import { type Delivery, openDelivery } from "../../support/delivery.ts";

const MINUTE_MS = 60_000;
const CRITICAL = 33;
const WARNING = 37;
const GOOD = 50;

let world: Delivery;
beforeEach(async () => {
  world = await openDelivery();
  await world.withPhone();
});

/** Posts one reading a minute. Returns what was sent after each. */
async function live(...temperatures: number[]) {
  const said: string[][] = [];
  for (const temp1 of temperatures) {
    world.clock.advance(MINUTE_MS);
    await world.post({ temp1 });
    const messages = await world.send();
    said.push(
      messages.map(({ channel, content }) => `${channel}: ${content.subject.split(":")[0]}`).toSorted(),
    );
  }
  return said;
}

const choose = (preferences: object) =>
  world.database.sql`
    update memberships set notifications = ${JSON.stringify(preferences)}
    where user_id = ${world.owner.userId}`;

describe("the end of a critical alert that had eased to a warning", () => {
  test("reaches the phone that its beginning reached, and the easing does not", async () => {
    const [beginning, ...after] = await live(CRITICAL, WARNING, WARNING, GOOD, GOOD);
    expect(beginning).toHaveLength(2);
    expect(after.slice(0, 3)).toEqual([[], [], []]);
    expect(after[3]).toEqual([
      expect.stringMatching(/^email: Warm again/),
      expect.stringMatching(/^sms: Warm/),
    ]);
    expect(await world.smsUsage()).toBe(2);
  });

  test("reaches it too where it had been a warning before", async () => {
    expect((await live(WARNING, CRITICAL, WARNING, WARNING, GOOD, GOOD)).at(-1)).toHaveLength(2);
  });

  test("replaces the notice of the beginning if nothing could be sent in between", async () => {
    for (const temp1 of [CRITICAL, WARNING, WARNING, GOOD, GOOD]) {
      world.clock.advance(MINUTE_MS);
      await world.post({ temp1 });
    }
    const messages = await world.send();
    expect(messages.map(({ channel }) => channel).toSorted()).toEqual(["email", "sms"]);
    for (const { content } of messages) expect(content.subject).toContain("Warm again");
  });

  test("reaches a new number, and a phone whose messages are no longer kept", async () => {
    await live(CRITICAL, WARNING, WARNING);
    await world.withPhone(world.owner.userId, "+15555550177");
    await world.database.sql`delete from outbox`;
    await live(GOOD, GOOD);
    expect(world.sent.map(({ recipient }) => recipient)).toContain("+15555550177");
  });

  test("waits at night for the morning, as an end that is a warning does", async () => {
    await choose({ quietHours: { from: "09:00", to: "11:00", timeZone: "UTC" } });
    const [beginning, ...after] = await live(CRITICAL, WARNING, WARNING, GOOD, GOOD);
    expect([beginning?.length, after.flat()]).toEqual([2, []]);
    world.clock.set("2026-11-20T11:00:00Z");
    expect((await world.send()).map(({ channel }) => channel).toSorted()).toEqual(["email", "sms"]);
  });
});
