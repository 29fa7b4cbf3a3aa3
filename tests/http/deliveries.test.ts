import { beforeEach, expect, test } from "vitest";
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
  // Of all who have typed the number, one has proved that it is theirs.
  for (const { id } of await api.database.sql<{ id: string }>`select id from users`)
    await addContactPoint(api.database, id, "sms", "+15555550123");
  const [owner] = await api.database.sql<{ id: string; email: string }>`
    select id, email from users where email <> 'max@example.com' order by id desc limit 1`;
  await api.database.sql`update contact_points set verified_at = null where user_id <> ${owner?.id}`;
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
    name: owner?.email,
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
