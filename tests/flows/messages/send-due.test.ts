import { beforeEach, describe, expect, test } from "vitest";
import type { MessageContent, SendResult } from "../../../lib/channels/content.ts";
import type { OutgoingMessage } from "../../../lib/channels/ports.ts";
import { CHANNEL_CALLS } from "../../../lib/channels/registry.ts";
import { STORE_LIMITS } from "../../../lib/kernel/db.queries.ts";
import { aesVault, inTime } from "../../../lib/kernel/runtime.vendor.ts";
import { newId } from "../../../lib/kernel/secret.ts";
import { HOUR_MS, MINUTE_MS } from "../../../lib/kernel/time.ts";
import { type Claim, type ClaimAsk, claimDue } from "../../../lib/messages/claim.queries.ts";
import { sendDue } from "../../../lib/messages/dispatch.actions.ts";
import { MESSAGE_LIMITS } from "../../../lib/outbox/limits.ts";
import { type Channel, ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { channelsBy } from "../../support/channels.ts";
import { addContactPoint } from "../../support/contacts.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addHome } from "../../support/fixtures.ts";
import { cryptoRandom, testClock, testServices } from "../../support/services.ts";

const START = "2026-01-10T12:00:00Z";
const SENT: SendResult = { kind: "sent", providerId: "p1" };
const RETRY: SendResult = { kind: "retry", reason: "down" };
const CONTENT = { subject: "Freeze", text: "33 °F" };

const vault = aesVault({ current: "a server secret of forty characters, yes" });

const database = await openTestDatabase();
beforeEach(() => database.sql`delete from outbox`);

/** A dispatcher with its own channels. `answer` decides the results; `handed` has all messages that were sent. */
function dispatcher(
  answer: (message: OutgoingMessage) => SendResult | Promise<SendResult> = () => SENT,
  clock = testClock(START),
  configured: readonly Channel[] = ["email", "sms", "push"],
) {
  const handed: OutgoingMessage[] = [];
  const send = async (message: OutgoingMessage) => {
    handed.push(message);
    return answer(message);
  };
  const channelOf = (name: Channel) => (configured.includes(name) ? send : null);
  const channels = channelsBy(channelOf);
  // Takes the middle of every random spread.
  const random = (count: number) => new Uint8Array(count).fill(127);
  const pause = async (ms: number) => clock.advance(ms);
  const patience = { moved: () => {} };
  // An attempt that takes longer than 20 ms counts as hanging.
  const hangs: typeof inTime = async (work) => {
    const answer = await inTime(work, 20);
    if (answer === null) patience.moved();
    return answer;
  };
  const services = {
    ...testServices(database, clock),
    random,
    serverVault: vault,
    channels,
    pause,
    inTime: hangs,
  };
  return { handed, clock, patience, drain: () => sendDue(services) };
}

async function queue(
  channel: Channel = "email",
  recipient = "ada@example.com",
  content: MessageContent = CONTENT,
): Promise<string> {
  const id = newId(ID_PREFIXES.message, cryptoRandom);
  await database.sql`
    insert into outbox (id, channel, recipient, dedupe_key, kind, sealed_message, next_attempt_at,
    created_at) values (${id}, ${channel}, ${recipient}, ${id}, 'test',
    ${await vault.seal("message", id, JSON.stringify(content))}, ${START}, ${START})`;
  return id;
}

type Stored = {
  state: string;
  attempts: number;
  last_error: string | null;
  provider_id: string | null;
  wait: number;
};
/** `wait`: seconds from the start until the next attempt. */
async function stored(id: string): Promise<Stored | undefined> {
  const [row] = await database.sql<Stored>`
    select state, attempts, last_error, provider_id, extract(epoch
    from next_attempt_at - created_at)::int as wait from outbox where id = ${id}`;
  return row;
}

test("what is due is opened, sent and marked, and never again", async () => {
  const { handed, drain } = dispatcher();
  const id = await queue("push", "token");
  expect(await drain()).toEqual({ sent: 1, waiting: 0, dead: 0 });
  expect(handed).toEqual([{ id, recipient: "token", content: CONTENT, attempt: 1 }]);
  expect(await stored(id)).toMatchObject({ state: "sent", attempts: 1, provider_id: "p1", last_error: null });
  expect(await drain()).toEqual({ sent: 0, waiting: 0, dead: 0 });
  expect(handed).toHaveLength(1);
});

test("what waited for a morning in which nobody sent is not sent at night, but when the next one comes", async () => {
  const night = testClock("2026-01-13T03:00:00Z");
  const { handed, drain, clock } = dispatcher(() => SENT, night);
  const quietHours = { from: "22:00", to: "07:00", timeZone: "UTC" };
  const id = await queue("push", "token", { ...CONTENT, quietHours });
  expect(await drain()).toEqual({ sent: 0, waiting: 1, dead: 0 });
  expect(handed).toEqual([]);
  clock.advance(4 * HOUR_MS);
  expect(await drain()).toEqual({ sent: 1, waiting: 0, dead: 0 });
  // The sender doesn't get the quiet hours.
  expect(handed.map(({ content }) => content)).toEqual([CONTENT]);
  expect(await stored(id)).toMatchObject({ state: "sent", last_error: null });
});

describe("a dispatcher that dies", () => {
  /** The database fails between sending and settling, which leaves the row as a crash would. */
  async function crashAfterSending() {
    const id = await queue();
    const first = dispatcher(() => {
      for (let time = 0; time < STORE_LIMITS.storeAttemptsMax; time += 1)
        database.failNext({ kind: "refuse" });
      return SENT;
    });
    await expect(first.drain()).rejects.toThrow();
    return { id, first };
  }

  test("leaves its rows to nobody until the lease ends, then to the next", async () => {
    const { id, first } = await crashAfterSending();
    const next = dispatcher();
    next.clock.set(new Date(Date.parse(START) + MESSAGE_LIMITS.outboxLeaseMs - 1));
    expect(await next.drain()).toEqual({ sent: 0, waiting: 0, dead: 0 });
    next.clock.advance(1);
    expect(await next.drain()).toEqual({ sent: 1, waiting: 0, dead: 0 });
    expect([...first.handed, ...next.handed]).toEqual([
      { id, recipient: "ada@example.com", content: CONTENT, attempt: 1 },
      { id, recipient: "ada@example.com", content: CONTENT, attempt: 2 },
    ]);
    expect(await stored(id)).toMatchObject({ state: "sent", attempts: 2 });
  });

  test("cannot mark a row that another took over since", async () => {
    const id = await queue();
    const late = dispatcher(async () => {
      const next = dispatcher(() => RETRY);
      next.clock.advance(MESSAGE_LIMITS.outboxLeaseMs);
      await next.drain();
      return SENT;
    });
    await late.drain();
    expect(await stored(id)).toMatchObject({ state: "pending", attempts: 2, last_error: "down" });
  });
});

describe("a provider that does not take it", () => {
  test("now is asked again with growing waits, and the row is dead before 24 hours are over", async () => {
    const { handed, clock, drain } = dispatcher(() => RETRY);
    const id = await queue();
    const waits: number[] = [];
    const attemptsMax = 60;
    for (let attempt = 0; attempt < attemptsMax && (await stored(id))?.state === "pending"; attempt += 1) {
      clock.set(new Date(Date.parse(START) + ((await stored(id))?.wait ?? 0) * 1_000 + 1_000));
      await drain();
      waits.push((await stored(id))?.wait ?? 0);
    }
    expect(waits.slice(0, 4).map((seconds) => Math.round(seconds / 30))).toEqual([1, 5, 25, 65]);
    expect(Math.max(...waits)).toBeLessThan(24 * 3_600);
    expect(await stored(id)).toMatchObject({ state: "dead", last_error: "down" });
    expect(handed.map(({ attempt }) => attempt)).toEqual(handed.map((_, index) => index + 1));
    expect(new Set(handed.map((message) => message.id))).toEqual(new Set([id]));
    clock.advance(48 * HOUR_MS);
    expect(await drain()).toEqual({ sent: 0, waiting: 0, dead: 0 });
  });

  describe("but works for others", () => {
    /** Queues a message that has failed three times for its recipient, and fails until `isDown` is false. */
    async function failedThrice(channel: Channel, recipient: string) {
      const place = { isDown: true };
      const fails = (message: OutgoingMessage) => place.isDown && message.recipient === recipient;
      const all: Channel[] = ["email", "sms", "push", "webhook"];
      const by = dispatcher((message) => (fails(message) ? RETRY : SENT), testClock(START), all);
      const id = await queue(channel, recipient);
      for (let attempt = 0; attempt < 3; attempt += 1, by.clock.advance(3 * MINUTE_MS)) await by.drain();
      by.clock.advance(-2.5 * MINUTE_MS);
      expect(await stored(id)).toMatchObject({ state: "pending", attempts: 3 });
      return { ...by, id, place };
    }
    const states = async (...ids: string[]) => Promise.all(ids.map(async (id) => (await stored(id))?.state));

    test.each([
      ["email", "ben@example.com"],
      ["sms", "+15550100002"],
      ["push", "other-token"],
    ] as const)("over %s sends what waits for it as soon as it takes another's", async (channel, other) => {
      const { id, place, drain } = await failedThrice(channel, "first");
      place.isDown = false;
      const another = await queue(channel, other);
      expect(await drain()).toEqual({ sent: 2, waiting: 0, dead: 0 });
      expect(await states(id, another)).toEqual(["sent", "sent"]);
    });

    test("is not asked at each of their messages about the one that it does not take", async () => {
      const { id, drain, clock } = await failedThrice("email", "first");
      for (let minute = 0; minute < 60; minute += 1, clock.advance(MINUTE_MS / 6)) {
        await queue("email", "ben@example.com");
        await drain();
      }
      expect((await stored(id))?.attempts).toBeLessThanOrEqual(MESSAGE_LIMITS.wakeAttemptsMax);
    });
  });

  test("because the recipient is gone is not given to it again: in this home alone", async () => {
    await database.sql`insert into users (id, email, created_at)
       values ('usr_ada', 'ada@example.com', now()), ('usr_cleo', 'cleo@example.com', now())`;
    const home = await addHome(database);
    await database.sql`
      insert into memberships (household_id, user_id, role, created_at)
      values (${home}, 'usr_ada', 'owner', now())`;
    for (const token of ["dead", "alive"]) await addContactPoint(database, "usr_ada", "push", token);
    // Cleo, of another home, has the same number.
    for (const user of ["usr_ada", "usr_cleo"]) await addContactPoint(database, user, "sms", "+15550100001");
    const { drain } = dispatcher(({ recipient }) => ({
      kind: "permanent",
      reason: "gone",
      recipientGone: recipient === "dead" ? "unregistered" : "opted_out",
    }));
    await queue("push", "dead");
    await queue("sms", "+15550100001");
    await database.sql`update outbox set household_id = ${home}`;
    expect(await drain()).toEqual({ sent: 0, waiting: 0, dead: 2 });
    const points = await database.sql`
      select user_id, address from contact_points where gone_at is not null order by address`;
    expect(points).toEqual([
      { user_id: "usr_ada", address: "+15550100001" },
      { user_id: "usr_ada", address: "dead" },
    ]);
  });
});

test("a channel that is not configured keeps its messages, says so, and sends them once it is", async () => {
  const without = dispatcher(undefined, testClock(START), ["email"]);
  const id = await queue("sms", "+15550100001");
  expect(await without.drain()).toEqual({ sent: 0, waiting: 1, dead: 0 });
  expect(without.handed).toEqual([]);
  expect(await stored(id)).toMatchObject({
    state: "pending",
    last_error: "not_configured",
    wait: 900,
  });
  const configured = dispatcher(undefined, testClock(new Date(Date.parse(START) + 15 * MINUTE_MS)));
  expect(await configured.drain()).toEqual({ sent: 1, waiting: 0, dead: 0 });
});

test("makes a dead letter of a message that this server can't decrypt any more", async () => {
  const id = await queue();
  await database.sql`update outbox set sealed_message = replace(sealed_message, 'v1.', 'v9.')`;
  const { handed, drain } = dispatcher();
  expect(await drain()).toEqual({ sent: 0, waiting: 0, dead: 1 });
  expect(handed).toEqual([]);
  expect((await stored(id))?.last_error).toBe("key_lost");
});

describe("messages of many homes at once", () => {
  const NOISY = 3_000;
  const OPENED_MAX = 100;

  /** Queues `count` messages of a home. */
  async function queueMany(home: string, count: number, isCritical = false): Promise<void> {
    const ids = Array.from({ length: count }, () => newId(ID_PREFIXES.message, cryptoRandom));
    // Among thousands, no message is opened, so they need no real content.
    const isOpened = count <= OPENED_MAX;
    const texts = await Promise.all(
      ids.map((id) => (isOpened ? vault.seal("message", id, JSON.stringify(CONTENT)) : "sealed")),
    );
    await database.query(
      `insert into outbox (id, household_id, channel, recipient, dedupe_key, kind, sealed_message, is_critical,
         next_attempt_at, created_at)
       select id, $1, 'email', $1 || '@example.com', id, 'test', content, $2, $3, $3
       from unnest($4::text[], $5::text[]) as message (id, content)`,
      [home, isCritical, START, ids, texts],
    );
  }

  const claim = (ask: Partial<ClaimAsk> = {}) =>
    claimDue(testServices(database).db, {
      now: new Date(START),
      limit: MESSAGE_LIMITS.dispatchBatchMax,
      leaseMs: MESSAGE_LIMITS.outboxLeaseMs,
      mailsPerSecond: null,
      ...ask,
    });
  const homesOf = ({ messages }: Claim) => messages.map(({ householdId }) => householdId);

  test("the homes take turns", async () => {
    await queueMany("hh_noisy", NOISY);
    await queueMany("hh_calm", 2);
    expect(homesOf(await claim({ limit: 5 })).toSorted()).toEqual([
      "hh_calm",
      "hh_calm",
      "hh_noisy",
      "hh_noisy",
      "hh_noisy",
    ]);
  });

  test("no more mails are claimed than the provider takes within a second, by all dispatchers together", async () => {
    await database.sql`delete from host_pace`;
    await queueMany("hh_noisy", 20);
    const first = await claim({ mailsPerSecond: 2 });
    expect([first.messages.length, first.mailsFromMs, first.left]).toEqual([2, Date.parse(START), 18]);
    expect((await claim({ mailsPerSecond: 2 })).messages).toEqual([]);
    const later = await claim({ mailsPerSecond: 2, now: new Date(Date.parse(START) + 1_000) });
    expect([later.messages.length, later.mailsFromMs]).toEqual([2, Date.parse(START) + 1_000]);
  });

  test("a provider that takes a mail every two seconds gets one every two seconds", async () => {
    await database.sql`delete from host_pace`;
    await queueMany("hh_noisy", 20);
    const counts = [];
    for (const ms of [0, 1_000, 2_000, 3_000, 4_000]) {
      const now = new Date(Date.parse(START) + ms);
      counts.push((await claim({ mailsPerSecond: 0.5, now })).messages.length);
    }
    expect(counts).toEqual([1, 0, 1, 0, 1]);
  });
});

describe("receivers that hang", () => {
  const HANGING = 20;
  const SECOND_MS = 1_000;

  test("delay nobody else's message by more than a second, and are settled when they have answered", async () => {
    const hanging: string[] = [];
    for (let made = 0; made < HANGING; made += 1)
      hanging.push(await queue("webhook", `https://hangs.example/${made}`));
    const others = [await queue("email"), await queue("webhook", "https://works.example/hook")];
    let letGo: () => void = () => {};
    const over = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let moved = 0;
    let movedBefore = Number.POSITIVE_INFINITY;
    const answered: string[] = [];
    const { drain, patience } = dispatcher(
      async ({ id }) => {
        if (hanging.includes(id)) await over;
        else answered.push(id);
        if (answered.length === others.length) {
          movedBefore = Math.min(movedBefore, moved);
          letGo();
        }
        return hanging.includes(id) ? RETRY : SENT;
      },
      testClock(START),
      ["email", "webhook"],
    );
    patience.moved = () => {
      moved += 1;
    };
    expect(await drain()).toEqual({ sent: others.length, waiting: HANGING, dead: 0 });
    expect(answered.toSorted()).toEqual(others.toSorted());
    expect(movedBefore * MESSAGE_LIMITS.dispatchPatienceMs).toBeLessThanOrEqual(SECOND_MS);
    for (const id of hanging)
      expect(await stored(id)).toMatchObject({ state: "pending", attempts: 1, last_error: "down" });
  });
});

describe("a host", () => {
  beforeEach(() => database.sql`delete from host_pace`);
  const NTFY = "https://ntfy.sh/…0000000";
  const OTHER = "https://ntfy.example/…00000000";
  const CALLED: readonly Channel[] = ["ntfy", "telegram", "discord", "pushover", "webhook", "email"];
  const critical = (id: string) => database.sql`update outbox set is_critical = true where id = ${id}`;
  const queueEach = async (channel: Channel, addresses: readonly string[]) => {
    for (const address of addresses) await queue(channel, address);
  };
  const times = (count: number, address: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => address(n));
  const claimedAt = async (ms: number) => {
    const now = new Date(Date.parse(START) + ms);
    const { messages } = await claimDue(testServices(database).db, {
      ...{ now, limit: 100, leaseMs: MESSAGE_LIMITS.outboxLeaseMs, mailsPerSecond: null },
    });
    return messages;
  };

  test.each([
    // channel, the pause it asks for, recipients that are paused, recipients that are not
    ["ntfy", { pauses: "address", afterSeconds: 90 }, [NTFY, `${NTFY}1`], [OTHER]],
    ["telegram", { pauses: "address", afterSeconds: 14 }, ["-1001"], ["-1002"]],
    [
      "discord",
      { pauses: "address", afterSeconds: 1 },
      ["https://discord.com/…1"],
      ["https://discord.com/…2"],
    ],
    ["discord", { pauses: "host" }, ["https://discord.com/…1", "https://discord.com/…2"], []],
    ["pushover", { pauses: "host", afterSeconds: 86_400 }, ["ada-key", "ben-key"], []],
    ["webhook", { pauses: "address" }, ["https://hooks.example/…1"], ["https://hooks.example/…2"]],
  ] as const)(
    "of %s that says too many (%o) holds up its own messages alone",
    async (channel, notified, own, others) => {
      const first = await queue(channel, own[0]);
      const { handed, drain, clock } = dispatcher(
        ({ id }) => (id === first ? { ...RETRY, ...notified } : SENT),
        testClock(START),
        CALLED,
      );
      await drain();
      await queueEach(channel, [...own, ...others]);
      await queue("email");
      handed.length = 0;
      await drain();
      expect(handed.map(({ recipient }) => recipient).toSorted()).toEqual(
        ["ada@example.com", ...others].toSorted(),
      );
      handed.length = 0;
      const asked = "afterSeconds" in notified ? notified.afterSeconds * 1_000 : MESSAGE_LIMITS.hostPauseMs;
      clock.advance(Math.min(asked, MESSAGE_LIMITS.hostPauseMsMax) + 1);
      await drain();
      expect(
        handed
          .filter(({ id }) => id !== first)
          .map(({ recipient }) => recipient)
          .toSorted(),
      ).toEqual(own);
    },
  );

  test.each([
    ["telegram", "-1001"],
    ["ntfy", NTFY],
  ] as const)("of %s gets within one dispatch what its pace held back at first", async (channel, address) => {
    const burst = (CHANNEL_CALLS[channel].pace?.burst ?? 0) + 1;
    for (let queued = 0; queued < burst; queued += 1) await queue(channel, address);
    const { drain } = dispatcher(() => SENT, testClock(START), CALLED);
    expect(await drain()).toEqual({ sent: burst, waiting: 0, dead: 0 });
  });

  test("that hangs has so many messages on their way, by all dispatchers together, and critical ones besides", async () => {
    await queueEach(
      "webhook",
      times(30, (n) => `https://hangs.example/…${n}`),
    );
    await queueEach("webhook", ["https://works.example/…1"]);
    expect(await claimedAt(0)).toHaveLength(MESSAGE_LIMITS.hostInFlightMax + 1);
    expect(await claimedAt(1_000)).toEqual([]);
    await critical(await queue("webhook", "https://hangs.example/…leak"));
    expect(await claimedAt(2_000)).toMatchObject([{ recipient: "https://hangs.example/…leak" }]);
    // Their dispatcher has died or given up, so they no longer count as in flight.
    expect(await claimedAt(MESSAGE_LIMITS.hostInFlightMs + 1)).toHaveLength(MESSAGE_LIMITS.hostInFlightMax);
  });

  test("that one home's messages hang at takes those of another", async () => {
    await queueEach(
      "webhook",
      times(9, (n) => `https://shared.example/…${n}`),
    );
    await database.sql`update outbox set household_id = 'hh_hangs'`;
    await queue("webhook", "https://shared.example/…other");
    expect((await claimedAt(0)).filter(({ householdId }) => householdId !== null)).toHaveLength(
      MESSAGE_LIMITS.hostInFlightOfHomeMax,
    );
    await queue("webhook", "https://shared.example/…another");
    expect(await claimedAt(1_000)).toMatchObject([{ recipient: "https://shared.example/…another" }]);
  });

  test.each([
    ["telegram", "-1001", 5, 3_000],
    ["discord", "https://discord.com/…1", 5, 400],
    ["chat", "https://hooks.slack.com/…1", 3, 1_000],
  ] as const)(
    "of %s gets what it documents to take, a critical one first",
    async (channel, address, burst, gapMs) => {
      await queueEach(
        channel,
        times(burst + 4, () => address),
      );
      await database.sql`update outbox set turn_of = id`;
      expect(await claimedAt(0)).toHaveLength(burst);
      await database.sql`update outbox set state = 'sent' where attempts > 0`;
      expect(await claimedAt(1)).toEqual([]);
      const leak = await queue(channel, address);
      await critical(leak);
      expect(await claimedAt(gapMs)).toMatchObject([{ id: leak }]);
      expect(await claimedAt(3 * gapMs)).toHaveLength(2);
    },
  );
});
