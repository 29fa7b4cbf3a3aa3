import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { webhookSender } from "../../lib/channels/webhook/sender.vendor.ts";
import type { ShownContact } from "../../lib/messages/audience/shown-contact.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { DeliveryAnswer, DeliveryList } from "../../schema/wire/deliveries.ts";
import { OUTGOING_EVENTS } from "../../schema/wire/events.ts";
import { pathOf } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { NO_CHANNELS } from "../support/channels.ts";
import { DOCUMENT } from "../support/documented.ts";
import { addDevice, addMember } from "../support/fixtures.ts";
import { type House, openHouse } from "../support/house.ts";
import { faults, isObject, type Json, resolve } from "../support/json-schema.ts";

const URL = "https://hooks.example.org/services/T0";
const HOUR_MS = 3_600_000;
const DOCS = path.join(import.meta.dirname, "../../docs/notifications.md");

type Call = { headers: Headers; body: string };

let house: House;
let calls: Call[];
let answer: number;
let added: { contact: ShownContact; secret: string | null };
beforeEach(async () => {
  house = await openHouse();
  calls = [];
  answer = 200;
  added = (await json<typeof added>("POST", "contacts", { channel: "webhook", address: URL })).body;
});

const json = <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  answerOf<T & { error?: string }>(
    house.call(method, pathOf(path, method), {
      headers: { "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { body }),
    }),
  );

/** Sends what is due by the real sender, to a receiver that keeps what it is called with. */
async function send(): Promise<void> {
  const webhook = webhookSender({
    rules: { allowedHosts: [], ownHosts: [] },
    resolveHost: async () => ["93.184.215.14"],
    clock: house.clock,
    fetch: async (_url, init) => {
      calls.push({ headers: new Headers(init?.headers), body: String(init?.body) });
      return new Response(null, { status: answer });
    },
  });
  await dispatch({ ...house.services, channels: { ...NO_CHANNELS, webhook } });
}

const sendTest = async () => {
  expect((await json("POST", "notifications/test", { channel: "webhook" })).status).toBe(200);
  await send();
};
const deliveries = async () => (await json<DeliveryList>("GET", "deliveries")).body.deliveries;
const replay = (id: string, headers = {}) =>
  json<DeliveryAnswer>("POST", `deliveries/${id}/replay`, undefined, headers);
const rotate = (body: object = {}) =>
  json<{ contact: ShownContact; secret: string }>("POST", `contacts/${added.contact.id}/rotate-key`, body);
const endOverlap = () => json("DELETE", `contacts/${added.contact.id}/previous-key`);

/** Which of the keys a call is signed by, as a receiver finds out. */
function signedBy({ headers, body }: Call, ...keys: (string | null)[]): (string | null)[] {
  const said = (headers.get("webhook-signature") ?? "").split(" ");
  const content = `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${body}`;
  return keys.filter((key) => {
    const bytes = Buffer.from((key ?? "").replace("whsec_", ""), "base64");
    return said.includes(`v1,${createHmac("sha256", bytes).update(content).digest("base64")}`);
  });
}
const last = () => calls.at(-1) as Call;

/** What the document says of an event. */
const documented = (type: string) =>
  resolve(DOCUMENT, `#/webhooks/${type}/post/requestBody/content/application~1json/schema`);

describe("the document's webhooks", () => {
  test("list every event that is sent, each with an example of its shape", () => {
    expect(Object.keys(DOCUMENT.webhooks as Json)).toEqual(Object.keys(OUTGOING_EVENTS));
    for (const type of Object.keys(OUTGOING_EVENTS)) {
      const example = resolve(
        DOCUMENT,
        `#/webhooks/${type}/post/requestBody/content/application~1json/example`,
      );
      expect(faults(DOCUMENT, documented(type), example)).toEqual([]);
      expect(isObject(example) && example.type).toBe(type);
    }
  });

  test("have the shape of a leak, of several alerts at once and of a test as they are really sent", async () => {
    const device = await addDevice(house.database, house.home, { name: "Cellar <node>", space: "Cellar" });
    const body = JSON.stringify({ temp1: 20, flood1: true });
    await house.apps.ingest.request(`/api/ingest/${device.ingestKey}`, { method: "POST", body });
    await send();
    await sendTest();
    expect(calls.length).toBeGreaterThan(1);
    const sent = calls.map((call) => JSON.parse(call.body) as { type: string });
    expect(new Set(sent.map(({ type }) => type))).toEqual(new Set(Object.keys(OUTGOING_EVENTS)));
    for (const event of sent) {
      expect(faults(DOCUMENT, documented(event.type), event)).toEqual([]);
      // Nothing is sent that the document leaves out.
      const shape = OUTGOING_EVENTS[event.type as keyof typeof OUTGOING_EVENTS];
      expect(shape.parse(event)).toEqual(event);
    }
  });

  test("name every header that a call has of its own", async () => {
    await sendTest();
    const { parameters } = resolve(DOCUMENT, "#/webhooks/test/post") as { parameters: { name: string }[] };
    const own = [...last().headers.keys()].filter((name) => /^(webhook|hearthwatch)-/.test(name));
    expect(parameters.map(({ name }) => name).toSorted()).toEqual(own.toSorted());
  });
});

describe("a replay", () => {
  test("calls with the same event and its id, as a delivery of its own", async () => {
    await sendTest();
    house.clock.advance(60_000);
    const [first] = await deliveries();
    const { status, body } = await replay(first?.id ?? "");
    expect(status).toBe(201);
    expect(body.delivery).toMatchObject({ state: "pending", replay_of: first?.id, channel: "webhook" });
    await send();
    expect(calls).toHaveLength(2);
    const [one, other] = calls as [Call, Call];
    expect(other.body).toBe(one.body);
    expect(other.headers.get("webhook-id")).toBe(one.headers.get("webhook-id"));
    expect(other.headers.get("hearthwatch-delivery-id")).toBe(body.delivery.id);
    expect(signedBy(other, added.secret)).toEqual([added.secret]);
  });

  test("waits once, however often it is asked for at once", async () => {
    await sendTest();
    const [first] = await deliveries();
    const asked = await Promise.all(Array.from({ length: 6 }, () => replay(first?.id ?? "")));
    expect(new Set(asked.map(({ body }) => body.delivery.id)).size).toBe(1);
    await send();
    expect(calls).toHaveLength(2);
  });

  test("is limited by the hour, and the activity names each", async () => {
    await sendTest();
    const [first] = await deliveries();
    for (let time = 0; time < LIMITS.deliveryReplaysPerHour; time += 1) {
      expect((await replay(first?.id ?? "")).status).toBe(201);
      await house.database.sql`update outbox set state = 'sent' where state = 'pending'`;
    }
    const refused = await replay(first?.id ?? "");
    expect(refused).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining("replays an hour") },
    });
    const acts = "select count(*)::integer as n from activity where action = 'delivery_replayed'";
    expect(await house.database.query(acts)).toEqual([{ n: LIMITS.deliveryReplaysPerHour }]);
    house.clock.advance(HOUR_MS);
    expect((await replay(first?.id ?? "")).status).toBe(201);
  });

  test("is not for what waits, another channel's message or another home's", async () => {
    await json("POST", "notifications/test", { channel: "email" });
    await sendTest();
    const mail = (await deliveries()).find(({ channel }) => channel === "email");
    const call = (await deliveries()).find(({ channel }) => channel === "webhook");
    expect((await replay(mail?.id ?? "")).status).toBe(409);
    const waiting = await replay(call?.id ?? "");
    expect((await replay(waiting.body.delivery.id)).status).toBe(409);
    const stranger = await addMember(house.database, house.otherHome, "owner", "mallory@example.com");
    const Cookie = await house.as(stranger);
    expect((await replay(call?.id ?? "", { Cookie })).status).toBe(404);
  });
});

describe("a rotated signing key", () => {
  test("signs beside the previous one until the overlap ends by itself", async () => {
    const { status, body } = await rotate({ overlap_hours: 2 });
    expect([status, body.secret === added.secret]).toEqual([200, false]);
    expect(body.contact.previousKeyUntil).toBe(new Date(house.clock().getTime() + 2 * HOUR_MS).toISOString());
    await sendTest();
    expect(signedBy(last(), body.secret, added.secret)).toEqual([body.secret, added.secret]);
    house.clock.advance(2 * HOUR_MS);
    await sendTest();
    expect(signedBy(last(), body.secret, added.secret)).toEqual([body.secret]);
  });

  test("signs alone as soon as the overlap is ended, also what waited since before", async () => {
    answer = 503;
    await sendTest();
    const { secret } = (await rotate()).body;
    expect((await endOverlap()).status).toBe(200);
    answer = 200;
    house.clock.advance(HOUR_MS);
    await send();
    expect(calls).toHaveLength(2);
    expect(signedBy(last(), secret, added.secret)).toEqual([secret]);
    const { contacts } = (await json<{ contacts: ShownContact[] }>("GET", "contacts")).body;
    expect(contacts[0]?.previousKeyUntil).toBeNull();
  });

  test("is accepted by the documented receiver, which may have either key", async () => {
    const [, sample = ""] = /```js\n([\s\S]*?)```/.exec(readFileSync(DOCS, "utf8")) ?? [];
    const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(sample)}`)) as {
      isGenuine: (headers: object, body: string, secrets: (string | null)[], now: number) => boolean;
    };
    const { secret } = (await rotate()).body;
    await sendTest();
    const { headers, body } = last();
    const now = house.clock().getTime();
    const accepts = (secrets: (string | null)[], text = body, at = now) =>
      isGenuine(Object.fromEntries(headers), text, secrets, at);
    expect([accepts([secret]), accepts([added.secret]), accepts([secret, added.secret])]).toEqual([
      true,
      true,
      true,
    ]);
    expect([
      accepts(["whsec_AAAA"]),
      accepts([secret], `${body} `),
      accepts([secret], body, now + HOUR_MS),
    ]).toEqual([false, false, false]);
  });
});
