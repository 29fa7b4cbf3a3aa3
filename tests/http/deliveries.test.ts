import { beforeEach, describe, expect, test } from "vitest";
import type { Channels } from "../../lib/channels/ports.ts";
import { inTime } from "../../lib/kernel/runtime.vendor.ts";
import { sendDue } from "../../lib/messages/dispatch.actions.ts";
import { type Api, answerOf, openApi } from "../support/api.ts";
import { NO_CHANNELS } from "../support/channels.ts";
import { addContactPoint } from "../support/contacts.ts";
import { addMember } from "../support/fixtures.ts";

let api: Api;
beforeEach(async () => {
  api = await openApi();
  await addMember(api.database, api.home, "owner", "ada@example.com");
  await addMember(api.database, api.home, "owner", "grace@example.com");
  await addMember(api.database, api.home, "member", "max@example.com");
});

type Item = { id: string; channel: string; recipient: string; state: string; [field: string]: unknown };
type List = { deliveries: Item[]; next_cursor: string | null };

const askTest = (channel: string, key?: string) =>
  api.call("POST", "notifications/test", { body: { channel }, ...(key === undefined ? {} : { key }) });
const list = async (query = "", key?: string) =>
  (await answerOf<List>(api.call("GET", `deliveries${query}`, key === undefined ? {} : { key }))).body;
const retry = (id: string, key?: string) =>
  api.call("POST", `deliveries/${id}/retry`, key === undefined ? {} : { key });

const PERMANENT = async () => ({ kind: "permanent" as const, reason: "no such address" });
const SENT = async () => ({ kind: "sent" as const, providerId: "p1" });
const drain = (channels: Partial<Channels>) =>
  sendDue({ ...api.services, inTime, channels: { ...NO_CHANNELS, ...channels } });

test("a program's test goes to the home's owners", async () => {
  expect(await answerOf(askTest("email"))).toEqual({ status: 200, body: { ok: true, queued: 2 } });
  const { deliveries } = await list();
  expect(deliveries.map(({ recipient }) => recipient).toSorted()).toEqual([
    "a…@example.com",
    "g…@example.com",
  ]);
});

test("the list has what waits, newest first, with the recipient masked and nothing of the text", async () => {
  const [ada] = await api.database.sql<{ id: string }>`select id from users where email = 'ada@example.com'`;
  await addContactPoint(api.database, ada?.id ?? "", "sms", "+15555550123");
  await askTest("sms");
  api.clock.advance(1_000);
  await askTest("email");
  await drain({ email: SENT });
  const { deliveries, next_cursor } = await list();
  expect(deliveries.map(({ channel, state }) => [channel, state])).toEqual([
    ["email", "sent"],
    ["email", "sent"],
    ["sms", "pending"],
  ]);
  expect(next_cursor).toBeNull();
  expect(deliveries[2]).toEqual({
    id: expect.stringMatching(/^msg_/),
    kind: "test",
    channel: "sms",
    recipient: "…0123",
    name: null,
    state: "pending",
    attempts: 1,
    created_at: "2026-11-20T10:00:00.000Z",
    settled_at: null,
    failure_code: "not_configured",
    receipt: null,
    receipt_at: null,
    last_error: "The channel isn't set up",
    next_attempt_at: "2026-11-20T10:15:01.000Z",
  });
  expect(deliveries[0]).toMatchObject({ settled_at: "2026-11-20T10:00:01.000Z", next_attempt_at: null });
});

test("the list comes in pages and by state, and never shows another household's", async () => {
  for (let time = 0; time < 3; time += 1) {
    await askTest("email");
    api.clock.advance(1_000);
  }
  const first = await list("?limit=4");
  const rest = await list(`?limit=4&cursor=${first.next_cursor}`);
  expect(new Set([...first.deliveries, ...rest.deliveries].map(({ id }) => id)).size).toBe(6);
  expect(rest.next_cursor).toBeNull();
  expect((await list("?state=dead")).deliveries).toEqual([]);
  expect((await list("?state=pending")).deliveries).toHaveLength(6);
  expect((await list("", api.otherKey)).deliveries).toEqual([]);
  expect((await api.call("GET", "deliveries?state=lost")).status).toBe(400);
  expect((await api.call("GET", "deliveries?cursor=x!")).status).toBe(400);
});

describe("a dead letter", () => {
  async function deadLetter(): Promise<string> {
    await askTest("email");
    await drain({ email: PERMANENT });
    const { deliveries } = await list("?state=dead");
    expect(deliveries[0]).toMatchObject({ last_error: "no such address", attempts: 1 });
    return deliveries[0]?.id ?? "";
  }

  test("is tried again under its own id, once for many who ask at once", async () => {
    const id = await deadLetter();
    const answers = await Promise.all([retry(id), retry(id), retry(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const sent: string[] = [];
    await drain({
      email: async (message) => {
        sent.push(message.id);
        return SENT();
      },
    });
    expect(sent).toEqual([id]);
    expect((await list("?state=sent")).deliveries).toMatchObject([{ id, attempts: 2 }]);
    expect(await api.database.sql`select subject from activity where action = 'delivery_retried'`).toEqual([
      { subject: id },
    ]);
  });

  test("of another day has one more attempt", async () => {
    const id = await deadLetter();
    api.clock.advance(3 * 86_400_000);
    expect((await retry(id)).status).toBe(200);
    await drain({ email: async () => ({ kind: "retry", reason: "down" }) });
    const { deliveries } = await list("?state=dead");
    expect(deliveries.find((item) => item.id === id)).toMatchObject({ last_error: "down" });
  });

  test("only: what waits or was sent is left alone", async () => {
    await askTest("email");
    const [waiting] = (await list()).deliveries;
    expect(await answerOf(retry(waiting?.id ?? ""))).toEqual({
      status: 409,
      body: { error: "You can only retry a failed message" },
    });
    expect((await retry("msg_neverwas")).status).toBe(404);
  });
});
