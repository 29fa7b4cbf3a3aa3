import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { upstashLimiter } from "../../lib/adapters/upstash-limiter.ts";
import type { SendResult } from "../../lib/domain/delivery/settle.ts";
import { tellFindings } from "../../lib/flows/alerts/tell-findings.ts";
import { dispatch } from "../../lib/flows/dispatch.ts";
import type { Channels, OutgoingMessage } from "../../lib/ports.ts";
import { claimDue } from "../../lib/store/outbox.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type Alerts, openAlerts, type Sent } from "../support/alerts.ts";
import { addDevice, addMember } from "../support/cast.ts";

let world: Alerts;
beforeEach(async () => {
  world = await openAlerts();
});
afterEach(() => world.database.close());

const MINUTE_MS = 60_000;
const PHONE = "+15555550100";
const SENT: SendResult = { kind: "sent", providerId: "p1" };
const DOWN: SendResult = { kind: "retry", reason: "down" };

/** Another sender over the same database and clock; `answer` is every provider. */
function sender(answer: (message: Sent) => SendResult | Promise<SendResult> = () => SENT) {
  const handed: Sent[] = [];
  const channelOf = (channel: keyof Channels) => async (message: OutgoingMessage) => {
    handed.push({ ...message, channel });
    return answer({ ...message, channel });
  };
  const channels: Channels = { email: channelOf("email"), sms: channelOf("sms"), push: channelOf("push") };
  const ports = { ...world.ports, channels };
  return { handed, dispatch: () => dispatch(ports), ports };
}

const subjects = (messages: Sent[]) => messages.map(({ content }) => content.subject);

/** Minute after minute, as the clock does. */
async function tick(minutes: number, run: () => Promise<unknown>): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await run();
    world.clock.advance(MINUTE_MS);
  }
}

const withPhone = (userId: string, phone = PHONE) =>
  world.database.query("update users set phone = $2 where id = $1", [userId, phone]);
const withToken = (userId: string, token: string) =>
  world.database.query(
    "insert into push_tokens (token, user_id, created_at, updated_at) values ($1, $2, now(), now())",
    [token, userId],
  );
const choose = (userId: string, notifications: object) =>
  world.database.query("update memberships set notifications = $2 where user_id = $1", [
    userId,
    JSON.stringify(notifications),
  ]);
const outbox = () =>
  world.database.query<{ state: string; channel: string; kind: string; last_error: string | null }>(
    "select state, channel, kind, last_error from outbox order by created_at, kind, channel",
  );
const smsUsage = async () =>
  (await world.database.query<{ sent: number }>("select sent from sms_usage"))[0]?.sent;

function breakDatabase(): void {
  for (let time = 0; time < LIMITS.storeAttemptsMax; time += 1) world.database.failNext({ kind: "refuse" });
}

describe("a crash", () => {
  test("between the decision's commit and the message: the next tick tells it, once", async () => {
    await world.post({ temp1: 33 });
    breakDatabase();
    await expect(dispatch(world.ports)).rejects.toThrow();
    expect(await world.send()).toHaveLength(1);
    expect(await world.send()).toEqual([]);
  });

  test("between the message's commit and its sending: the next tick sends it, once", async () => {
    await world.post({ temp1: 33 });
    await tellFindings(world.ports);
    const claim = { now: world.clock(), limit: LIMITS.dispatchBatchMax, leaseMs: LIMITS.outboxLeaseMs };
    expect(await claimDue(world.ports.db, claim)).toHaveLength(1);
    expect(await world.send()).toEqual([]);
    world.clock.advance(LIMITS.outboxLeaseMs);
    expect(await world.send()).toHaveLength(1);
    expect(await world.send()).toEqual([]);
  });

  test("between sending and marking: sent again under the same key, which the provider knows", async () => {
    await world.post({ temp1: 33 });
    const first = sender(() => {
      breakDatabase();
      return SENT;
    });
    await expect(first.dispatch()).rejects.toThrow();
    world.clock.advance(LIMITS.outboxLeaseMs);
    const second = sender();
    await second.dispatch();
    expect(second.handed.map(({ id, content }) => ({ id, content }))).toEqual(
      first.handed.map(({ id, content }) => ({ id, content })),
    );
    expect(second.handed[0]?.attempt).toBe(2);
  });

  test("of the database while telling, after the commit: told once all the same", async () => {
    await world.post({ temp1: 33 });
    world.database.failNext({ kind: "delay", ms: 0 });
    world.database.failNext({ kind: "reset_after" });
    expect(await world.send()).toHaveLength(1);
    expect(await world.send()).toEqual([]);
  });
});

describe("a provider that is down for an hour", () => {
  test("has delivered everything, each once, half an hour after it is back", async () => {
    await withPhone(world.owner.userId);
    await withToken(world.owner.userId, "tok");
    let isDown = true;
    const { handed, dispatch: run } = sender(() => (isDown ? DOWN : SENT));
    await world.post({ temp1: 33 });
    await tick(60, run);
    isDown = false;
    handed.length = 0;
    await tick(31, run);
    expect(handed.map(({ channel }) => channel).toSorted()).toEqual(["email", "push", "sms"]);
    expect((await outbox()).map(({ state }) => state)).toEqual(["sent", "sent", "sent"]);
  });

  test("never tells the opening after the end", async () => {
    let isDown = true;
    const { handed, dispatch: run } = sender(() => (isDown ? DOWN : SENT));
    await world.post({ temp1: 33 });
    await tick(10, run);
    await world.post({ temp1: 45 });
    world.clock.advance(MINUTE_MS);
    await world.post({ temp1: 45 });
    await tick(50, run);
    isDown = false;
    handed.length = 0;
    await tick(120, run);
    expect(subjects(handed)).toEqual([expect.stringContaining("Warm again")]);
    expect((await outbox()).map(({ kind, state }) => [kind, state])).toEqual([
      ["freeze_opened", "dropped"],
      ["freeze_closed", "sent"],
    ]);
  });

  test("drops the opening too that is with another sender while the end is queued", async () => {
    await world.post({ temp1: 33 });
    const other = sender();
    const slow = sender(async () => {
      for (let good = 0; good < 2; good += 1) {
        world.clock.advance(MINUTE_MS / 4);
        await world.post({ temp1: 45 });
      }
      await other.dispatch();
      return DOWN;
    });
    await slow.dispatch();
    await tick(120, other.dispatch);
    expect(subjects(other.handed)).toEqual([expect.stringContaining("Warm again")]);
  });

  test("keeps count of what was delivered by a sender that the end overtook", async () => {
    await world.post({ temp1: 33 });
    const other = sender();
    const slow = sender(async () => {
      for (let good = 0; good < 2; good += 1) {
        world.clock.advance(MINUTE_MS / 4);
        await world.post({ temp1: 45 });
      }
      await other.dispatch();
      return SENT;
    });
    await slow.dispatch();
    expect((await outbox()).map(({ kind, state }) => [kind, state])).toEqual([
      ["freeze_opened", "sent"],
      ["freeze_closed", "sent"],
    ]);
  });

  test("does not pour out every reminder: the newest stands for those before", async () => {
    await withPhone(world.owner.userId);
    let isDown = true;
    const { handed, dispatch: run } = sender(() => (isDown ? DOWN : SENT));
    await tick(60, async () => {
      await world.post({ flood1: true });
      await run();
    });
    isDown = false;
    handed.length = 0;
    await tick(31, run);
    expect(handed.map(({ channel }) => channel).toSorted()).toEqual(["email", "sms"]);
    for (const { content } of handed) expect(content.text).toContain("Still wet");
  });
});

describe("at once", () => {
  test("two dispatchers: one message a finding, channel and recipient", async () => {
    await withPhone(world.owner.userId);
    await world.post({ flood1: true, temp1: 33 });
    const both = [sender(), sender()];
    await Promise.all(both.map((each) => each.dispatch()));
    const handed = both.flatMap((each) => each.handed);
    expect(handed.map(({ channel }) => channel).toSorted()).toEqual(["email", "email", "sms", "sms"]);
    expect(new Set(handed.map(({ id }) => id)).size).toBe(handed.length);
  });

  test("twenty tellers over several findings count the month's texts exactly, and leave none untold", async () => {
    await withPhone(world.owner.userId);
    const second = await addMember(world.database, world.home, "member");
    await withPhone(second.userId, "+15555550101");
    await world.database.query(
      "insert into sms_usage (household_id, month, sent) values ($1, '2026-11', 41)",
      [world.home],
    );
    const FINDINGS = 8;
    for (let made = 0; made < FINDINGS; made += 1)
      await world.post({ flood1: true }, await addDevice(world.database, world.home));
    const senders = Array.from({ length: 20 }, () => sender());
    await Promise.all(senders.map((each) => each.dispatch()));
    await sender().dispatch();
    const rows = await outbox();
    // 9 of the 16 texts were left; who gets none anyway has the mail, which says so.
    expect(rows.filter(({ channel }) => channel === "sms")).toHaveLength(9);
    expect(rows.filter(({ channel }) => channel === "email")).toHaveLength(2 * FINDINGS);
    expect(await smsUsage()).toBe(50);
    expect(rows.every(({ state }) => state === "sent")).toBe(true);
    expect(senders.flatMap(({ handed }) => handed)).toHaveLength(rows.length);
  });

  test("one teller tells two findings of a home that both take texts, in one go", async () => {
    await withPhone(world.owner.userId);
    await world.post({ flood1: true, temp1: 33 });
    expect((await world.send()).map(({ channel }) => channel).toSorted()).toEqual([
      "email",
      "email",
      "sms",
      "sms",
    ]);
    expect(await smsUsage()).toBe(2);
  });
});

describe("something that cannot be told or sent", () => {
  test("does not hold up the others", async () => {
    await world.post({ temp1: 33 });
    await world.database.query("update findings set finding = '{}'");
    await world.post({ flood1: true });
    expect(subjects(await world.send())).toEqual([expect.stringContaining("leak")]);
    expect(world.ports.reports).toContainEqual(expect.objectContaining({ event: "telling_failed" }));
  });

  test("because the sender throws is tried again, and does not take the batch along", async () => {
    const other = await addMember(world.database, world.home, "member");
    await world.post({ temp1: 33 });
    const { handed, dispatch: run } = sender(({ recipient }) => {
      if (recipient === other.email) throw new TypeError("never seen before");
      return SENT;
    });
    await run();
    expect(handed).toHaveLength(2);
    expect((await outbox()).map(({ state }) => state).toSorted()).toEqual(["pending", "sent"]);
  });
});

describe("infrastructure", () => {
  test("Redis down: the reading is stored, judged and told", async () => {
    const { ports } = world;
    const unreachable = { url: "http://127.0.0.1:9", token: "t", clock: ports.clock, random: ports.random };
    const app = ingestApp({ ...ports, limiter: upstashLimiter({ ...unreachable, report: ports.report }) });
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
      breakDatabase();
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

  test("the same finding is never told twice, however often it is judged and dispatched", async () => {
    for (let again = 0; again < 5; again += 1) {
      world.clock.advance(1_000);
      await Promise.all([world.post({ temp1: 33 }), world.post({ temp1: 33 })]);
      await Promise.all([sender().dispatch(), sender().dispatch()]);
    }
    expect(await outbox()).toHaveLength(1);
  });
});

describe("a recipient that is gone", () => {
  test("a dead push token is removed, and the next alert does not go there", async () => {
    await withToken(world.owner.userId, "dead");
    await withToken(world.owner.userId, "alive");
    const { handed, dispatch: run } = sender(({ recipient }) =>
      recipient === "dead" ? { kind: "permanent", reason: "gone", recipientGone: "unregistered" } : SENT,
    );
    await world.post({ flood1: true });
    await run();
    handed.length = 0;
    await world.post({ temp1: 33 });
    await run();
    expect(handed.filter(({ channel }) => channel === "push").map(({ recipient }) => recipient)).toEqual([
      "alive",
    ]);
  });

  test("after STOP texts become mail that says so, also for who gets no mail otherwise", async () => {
    await withPhone(world.owner.userId);
    await choose(world.owner.userId, { email: false });
    const { handed, dispatch: run } = sender(({ channel }) =>
      channel === "sms" ? { kind: "permanent", reason: "Twilio: 21610", recipientGone: "opted_out" } : SENT,
    );
    await world.post({ flood1: true });
    await run();
    expect(handed.map(({ channel }) => channel)).toEqual(["sms"]);
    handed.length = 0;
    await world.post({ temp1: 33 });
    await run();
    expect(handed.map(({ channel }) => channel)).toEqual(["email"]);
    expect(handed[0]?.content.text).toContain("number takes no more text messages");
    expect(await smsUsage()).toBe(1);
  });
});

test("with nothing configured messages wait and say so, and go out once it is", async () => {
  await withPhone(world.owner.userId);
  await withToken(world.owner.userId, "tok");
  await world.post({ flood1: true });
  await dispatch({ ...world.ports, channels: { email: null, sms: null, push: null } });
  expect(await outbox()).toEqual(
    ["email", "push", "sms"].map((channel) => ({
      ...{ state: "pending", channel, kind: "leak_opened" },
      last_error: `The ${channel} channel is not configured`,
    })),
  );
  world.clock.advance(15 * MINUTE_MS);
  expect((await world.send()).map(({ channel }) => channel).toSorted()).toEqual(["email", "push", "sms"]);
});
