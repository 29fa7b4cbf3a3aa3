import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { webhookSender } from "../../lib/channels/webhook/sender.vendor.ts";
import type { ShownContact } from "../../lib/messages/audience/shown-contact.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { OUTGOING_EVENTS } from "../../schema/wire/events.ts";
import { pathOf } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { NO_CHANNELS } from "../support/channels.ts";
import { DOCUMENT } from "../support/documented.ts";
import { addDevice } from "../support/fixtures.ts";
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

/** Sends due messages by the real sender, to a receiver that records its requests. */
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
/** Returns the keys whose signature a request has, as a receiver verifies it. */
function signedBy({ headers, body }: Call, ...keys: (string | null)[]): (string | null)[] {
  const said = (headers.get("webhook-signature") ?? "").split(" ");
  const content = `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${body}`;
  return keys.filter((key) => {
    const bytes = Buffer.from((key ?? "").replace("whsec_", ""), "base64");
    return said.includes(`v1,${createHmac("sha256", bytes).update(content).digest("base64")}`);
  });
}
const last = () => calls.at(-1) as Call;

/** Returns the schema of an event in the OpenAPI document. */
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
      // The event has no field that the schema lacks.
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

test("a webhook that is added again has a new key, by which the next call is signed", async () => {
  const again = await json<typeof added>("POST", "contacts", { channel: "webhook", address: URL });
  expect(again.body.secret).not.toBe(added.secret);
  await sendTest();
  expect(signedBy(last(), again.body.secret, added.secret)).toEqual([again.body.secret]);
});

test("a call that is tried again has the same id and body", async () => {
  answer = 503;
  await sendTest();
  answer = 200;
  house.clock.advance(HOUR_MS);
  await send();
  const [one, other] = calls as [Call, Call];
  expect(calls).toHaveLength(2);
  expect(other.body).toBe(one.body);
  expect(other.headers.get("webhook-id")).toBe(one.headers.get("webhook-id"));
});

test("the documented receiver accepts a genuine call by any of its keys, and no other", async () => {
  const [, sample = ""] = /```js\n([\s\S]*?)```/.exec(readFileSync(DOCS, "utf8")) ?? [];
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(sample)}`)) as {
    isGenuine: (headers: object, body: string, secrets: (string | null)[], now: number) => boolean;
  };
  await sendTest();
  const { headers, body } = last();
  const now = house.clock().getTime();
  const accepts = (secrets: (string | null)[], text = body, at = now) =>
    isGenuine(Object.fromEntries(headers), text, secrets, at);
  expect([accepts([added.secret]), accepts(["whsec_AAAA", added.secret])]).toEqual([true, true]);
  expect([
    accepts(["whsec_AAAA"]),
    accepts([added.secret], `${body} `),
    accepts([added.secret], body, now + HOUR_MS),
  ]).toEqual([false, false, false]);
});
