import { describe, expect, test } from "vitest";
import { ingestApp } from "../../../functions/ingest/app.ts";
import { upstashLimiter, upstashRedis } from "../../../lib/kernel/limiter.vendor.ts";
import { dispatch } from "../../../lib/messages/dispatch.actions.ts";
import { addSent } from "../../support/contacts.ts";
import { openDelivery, SENT, subjects } from "../../support/delivery.ts";
import { eachTest } from "../../support/each-test.ts";
import { addDevice, addMember } from "../../support/fixtures.ts";

const world = eachTest(openDelivery);

describe("a crash", () => {
  test("between the decision's commit and the message: the next tick tells it, once", async () => {
    await world.post({ temp1: 33 });
    world.breakDatabase("findings");
    await expect(dispatch(world.services)).rejects.toThrow();
    expect(await world.send()).toHaveLength(1);
    expect(await world.send()).toEqual([]);
  });

  test("of the database after the commit of notices still sends each once", async () => {
    await world.post({ temp1: 33 });
    world.database.failNext({ kind: "delay", ms: 0 });
    world.database.failNext({ kind: "reset_after" });
    expect(await world.send()).toHaveLength(1);
    expect(await world.send()).toEqual([]);
  });
});

describe("at once", () => {
  test("two dispatchers: one message a home, channel and recipient", async () => {
    await world.withPhone();
    await world.post({ flood1: true, temp1: 33 });
    const both = [world.sender(), world.sender()];
    await Promise.all(both.map((each) => each.dispatch()));
    const handed = both.flatMap((each) => each.handed);
    expect(handed.map(({ channel }) => channel).toSorted()).toEqual(["email", "sms"]);
    expect(new Set(handed.map(({ id }) => id)).size).toBe(handed.length);
  });

  test("twenty writers over several findings count the month's texts exactly and leave none unsent", async () => {
    await world.withPhone();
    const second = await addMember(world.database, world.home, "member");
    await world.withPhone(second.userId, "+15555550101");
    await addSent(world.database, world.home, "2026-11", 49);
    for (let made = 0; made < 8; made += 1)
      await world.post({ flood1: true }, await addDevice(world.database, world.home));
    const senders = Array.from({ length: 20 }, () => world.sender());
    await Promise.all(senders.map((each) => each.dispatch()));
    await world.sender().dispatch();
    const rows = await world.outbox();
    // One text was left. The other person gets a mail that says so.
    expect(rows.map(({ channel }) => channel).toSorted()).toEqual(["email", "email", "sms"]);
    expect(await world.smsUsage()).toBe(50);
    expect(await world.database.sql`select 1 from findings where notified_at is null`).toEqual([]);
    expect(rows.every(({ state }) => state === "sent")).toBe(true);
    expect(senders.flatMap(({ handed }) => handed)).toHaveLength(rows.length);
  });
});

describe("something that can't be written or sent", () => {
  test("does not hold up the others", async () => {
    await world.post({ temp1: 33 });
    await world.database.sql`update findings set finding = '{}'`;
    await world.post({ flood1: true });
    expect(subjects(await world.send())).toEqual([expect.stringContaining("leak")]);
    expect(world.services.reports).toContainEqual(expect.objectContaining({ event: "telling_failed" }));
  });

  test("because the sender throws is tried again, and does not take the batch along", async () => {
    const other = await addMember(world.database, world.home, "member");
    await world.post({ temp1: 33 });
    const { handed, dispatch: run } = world.sender(({ recipient }) => {
      if (recipient === other.email) throw new TypeError("never seen before");
      return SENT;
    });
    await run();
    expect(handed).toHaveLength(2);
    expect((await world.outbox()).map(({ state }) => state).toSorted()).toEqual(["pending", "sent"]);
  });
});

describe("infrastructure", () => {
  test("stores, evaluates and notifies a reading while Redis is down", async () => {
    const { services } = world;
    const redis = upstashRedis({ url: "http://127.0.0.1:9", token: "t" });
    const app = ingestApp({ ...services, limiter: upstashLimiter({ ...services, redis }) });
    const path = `/api/ingest/${world.device.ingestKey}`;
    const answer = await app.request(path, { method: "POST", body: JSON.stringify({ temp1: 33 }) });
    expect(answer.status).toBe(200);
    expect(await world.send()).toHaveLength(1);
  });

  test.each([undefined, "a-key-of-the-device"])(
    "the database gone between storing and judging (Idempotency-Key %s): 500, and the retry is judged",
    async (key) => {
      await world.post({ temp1: 50 });
      const request = {
        method: "POST",
        headers: key === undefined ? {} : { "Idempotency-Key": key },
        body: JSON.stringify({ temp1: 33 }),
      };
      const path = `/api/ingest/${world.device.ingestKey}`;
      world.database.failNext({ kind: "delay", ms: 0 });
      world.breakDatabase();
      const failed = await world.app.request(path, { ...request });
      expect([failed.status, failed.headers.get("Retry-After")]).toEqual([500, "5"]);
      expect(await world.alerts()).toEqual([]);
      world.clock.advance(5_000);
      expect((await world.app.request(path, { ...request })).status).toBe(200);
      expect(await world.alerts()).toHaveLength(1);
      expect(await world.send()).toHaveLength(1);
    },
  );

  test("an answer that is lost after the commit: the statement's own retry is judged", async () => {
    await world.post({ temp1: 50 });
    world.database.failNext({ kind: "reset_after" });
    expect((await world.post({ temp1: 33 })).status).toBe(200);
    expect(await world.alerts()).toHaveLength(1);
  });

  test("never sends the same finding twice, however often it is evaluated and dispatched", async () => {
    for (let again = 0; again < 5; again += 1) {
      world.clock.advance(1_000);
      await Promise.all([world.post({ temp1: 33 }), world.post({ temp1: 33 })]);
      await Promise.all([world.sender().dispatch(), world.sender().dispatch()]);
    }
    expect(await world.outbox()).toHaveLength(1);
  });
});
