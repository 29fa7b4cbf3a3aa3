import { describe, expect, test } from "vitest";
import type { ShownContact } from "../../lib/messages/audience/shown-contact.ts";
import { type Account, activityOf, mailTo, openAccount } from "../support/account.ts";
import { actsApp } from "../support/acts.ts";
import { answerOf } from "../support/api.ts";
import { configuredBut } from "../support/channels.ts";
import { addContactPoint } from "../support/contacts.ts";
import { eachTest } from "../support/each-test.ts";

const account = eachTest(openAccount);

const PATH = "/acts/contacts";
const PHONE = "+15555550123";
const DAY_MS = 86_400_000;

const add = (body: unknown, options: Parameters<Account["call"]>[2] = {}) =>
  answerOf<{ contact: ShownContact; secret: string | null; error?: string }>(
    account.call("POST", PATH, { body, ...options }),
  );
const addPhone = (address = PHONE, options = {}) => add({ channel: "sms", address }, options);
const verify = (id: string, code: string, options = {}) =>
  answerOf<{ ok?: true; error?: string }>(
    account.call("POST", `${PATH}/${id}/verify`, { body: { code }, ...options }),
  );
const list = async () =>
  (await answerOf<{ contacts: ShownContact[] }>(account.call("GET", PATH))).body.contacts;
const codeTo = async (address = PHONE) => {
  account.clock.advance(1_000);
  return /^(\d{6}) /.exec((await mailTo(account, address))?.text ?? "")?.[1] ?? "";
};
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("a phone number", () => {
  test("is sent a code, and counts once that was entered", async () => {
    const added = await addPhone("+1 (555) 555-0123");
    expect(added).toMatchObject({ status: 201, body: { contact: { address: PHONE, state: "unverified" } } });
    expect(added.body.secret).toBeNull();
    const verified = await verify(added.body.contact.id, await codeTo());
    expect(verified).toEqual({ status: 200, body: { ok: true } });
    expect(await list()).toMatchObject([{ channel: "sms", address: PHONE, state: "ok" }]);
    const acts = (await activityOf(account, account.home)).map(({ action }) => action);
    expect(acts).toEqual(["contact_added", "contact_verified"]);
    expect(JSON.stringify(await activityOf(account, account.home))).not.toContain(PHONE);
  });

  test("has five tries of its code, also all at once", async () => {
    const { id } = (await addPhone()).body.contact;
    const code = await codeTo();
    const tries = await Promise.all(Array.from({ length: 8 }, () => verify(id, wrong(code))));
    expect(tries.every(({ status }) => status === 400)).toBe(true);
    expect((await verify(id, code)).status).toBe(400);
    const again = (await addPhone()).body.contact.id;
    expect((await verify(again, await codeTo())).status).toBe(200);
  });

  test("has ten minutes for it", async () => {
    const { id } = (await addPhone()).body.contact;
    const code = await codeTo();
    account.clock.advance(10 * 60_000);
    expect((await verify(id, code)).status).toBe(400);
  });

  test("is sent three codes a day, by whomever, and a person six", async () => {
    const cookie = account.otherCookie;
    expect([(await addPhone()).status, (await addPhone(PHONE, { cookie })).status]).toEqual([201, 201]);
    expect((await addPhone()).status).toBe(201);
    const refused = await addPhone(PHONE, { cookie });
    expect(refused).toMatchObject({ status: 429, body: { error: expect.stringContaining("tomorrow") } });
    for (let more = 0; more < 4; more += 1) await addPhone(`+1555555020${more}`);
    expect((await addPhone("+15555550209")).status).toBe(429);
    account.clock.advance(DAY_MS);
    expect((await addPhone()).status).toBe(201);
  });

  test("is never counted for somebody else by its code", async () => {
    const { id } = (await addPhone()).body.contact;
    const code = await codeTo();
    expect((await verify(id, code, { cookie: account.otherCookie })).status).toBe(404);
  });

  test("takes the place of the one before as soon as it counts, which is sent nothing more", async () => {
    await verify((await addPhone()).body.contact.id, await codeTo());
    await account.call("POST", "/api/v1/notifications/test", { body: { channel: "sms" } });
    const next = (await addPhone("+15555550124")).body.contact.id;
    expect((await list()).map(({ state }) => state)).toEqual(["ok", "unverified"]);
    await verify(next, await codeTo("+15555550124"));
    expect(await list()).toMatchObject([{ address: "+15555550124", state: "ok" }]);
    const [waited] = await account.database.sql`select state, last_error from outbox where kind = 'test'`;
    expect(waited).toEqual({ state: "dropped", last_error: "removed" });
  });
});

test("a push token, which nobody reads, is shown by its end", async () => {
  await addContactPoint(account.database, account.ada.userId, "push", "token-of-a-phone");
  expect(await list()).toMatchObject([{ channel: "push", address: "…hone", state: "ok" }]);
});

describe("a webhook", () => {
  const URL = "https://hooks.example.org/services/T0/B0/verysecret";

  test("shows its signing secret once, and its path never again", async () => {
    const added = await add({ channel: "webhook", address: URL });
    expect(added).toMatchObject({ status: 201, body: { contact: { channel: "webhook", state: "ok" } } });
    expect(added.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(added.body.contact.address).toMatch(/^https:\/\/hooks\.example\.org\/…[0-9a-f]{8}$/);
    const stored = JSON.stringify(await account.database.sql`select * from contact_points`);
    expect(stored).not.toContain("verysecret");
    expect(stored).not.toContain(added.body.secret ?? "");
    expect(JSON.stringify(await list())).not.toContain("whsec_");
  });

  test("is one of five", async () => {
    for (let made = 0; made < 5; made += 1)
      expect((await add({ channel: "webhook", address: `${URL}/${made}` })).status).toBe(201);
    expect((await add({ channel: "webhook", address: `${URL}/5` })).status).toBe(409);
  });
});

describe("an address that is called, such as an ntfy topic", () => {
  const TOPIC = "https://ntfy.example.com/ada-home-7f3";

  test("is sent a code with what its sender needs, and counts once that was entered", async () => {
    const added = await add({ channel: "ntfy", address: TOPIC });
    expect(added).toMatchObject({ status: 201, body: { contact: { state: "unverified" }, secret: null } });
    const { address, id } = added.body.contact;
    expect(address).toMatch(/^https:\/\/ntfy\.example\.com\/…[0-9a-f]{8}$/);
    const mail = await mailTo(account, address);
    expect(mail?.secret).toEqual({ origin: "https://ntfy.example.com", topic: "ada-home-7f3", token: null });
    const verified = await verify(id, await codeTo(address));
    expect(verified).toEqual({ status: 200, body: { ok: true } });
    expect(await list()).toMatchObject([{ channel: "ntfy", state: "ok" }]);
    expect(JSON.stringify(await account.database.sql`select * from contact_points`)).not.toContain("7f3");
  });

  test("is not taken where the operator has set up no account for it", async () => {
    const app = actsApp({ ...account.services, configuredChannels: configuredBut("telegram") });
    expect(await add({ channel: "telegram", address: "12345" }, { app })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("Telegram is not configured") },
    });
  });
});
