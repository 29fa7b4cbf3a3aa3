import { describe, expect, test } from "vitest";
import { publicApp } from "../../functions/public/app.ts";
import { instanceLimiter } from "../../lib/kernel/limiter.vendor.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { answerOf } from "../support/api.ts";
import { openTestDatabase } from "../support/database.ts";
import { BASE_URL, cryptoRandom, serverVault, testClock, testServices } from "../support/services.ts";

const START = "2026-11-20T10:00:00Z";
const clock = testClock(START);
let woken = 0;

const publicServices = () => ({
  ...services,
  serverVault,
  baseUrl: BASE_URL,
  edge: "cloudflare" as const,
  wake: async () => {
    woken += 1;
  },
});

const subscribe = (email: unknown, headers: Record<string, string> = {}) =>
  answerOf(
    app.request("/api/status/subscribe", { method: "POST", headers, body: JSON.stringify({ email }) }),
  );

type Mail = { subject: string; text: string; html: string; unsubscribeUrl: string };
async function mailsTo(email: string): Promise<Mail[]> {
  const rows = await database.sql<{ id: string; sealed_message: string }>`
    select id, sealed_message from outbox where recipient = ${email} and channel = 'email'
    order by created_at`;
  const opened = rows.map(({ id, sealed_message }) => serverVault.open("message", id, sealed_message));
  return (await Promise.all(opened)).map((mail) => JSON.parse(mail?.text ?? "null") as Mail);
}

const confirmLink = (mail: Mail | undefined) =>
  /\/api\/status\/confirm\/\S+/.exec(mail?.text ?? "")?.[0] ?? "no link";
const unsubscribeLink = (mail: Mail | undefined) => mail?.unsubscribeUrl.replace(BASE_URL, "") ?? "no link";
const stateOf = (email: string) =>
  database.sql`select confirmed_at from status_subscribers where email = ${email}`;
const html = { Accept: "text/html,application/xhtml+xml" };

const database = await openTestDatabase();
const services = testServices(database, clock);
const app = publicApp(publicServices());

describe("subscribing", () => {
  test("sends one mail with a link, and nobody is subscribed before it is pressed", async () => {
    const before = woken;
    expect(await subscribe(" Dora@Example.org ")).toEqual({ status: 200, body: { ok: true } });
    expect(woken).toBe(before + 1);
    expect(await stateOf("dora@example.org")).toEqual([{ confirmed_at: null }]);
    const [mail, ...others] = await mailsTo("dora@example.org");
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Confirm/);
    expect(mail?.unsubscribeUrl).toMatch(
      /^https:\/\/hearth\.example\.net\/api\/status\/unsubscribe\/[\w-]+\.[\w-]{43}$/,
    );
    const link = confirmLink(mail);
    expect(mail?.html).toContain(BASE_URL + link);
    const page = await app.request(link, { headers: html });
    expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(await page.text()).toMatch(/<form method="post"><button>Confirm<\/button><\/form>/);
    expect(await stateOf("dora@example.org")).toEqual([{ confirmed_at: null }]);
    const pressed = await app.request(link, { method: "POST", headers: html });
    expect(await pressed.text()).toMatch(/You&#39;re subscribed/);
    expect(await stateOf("dora@example.org")).toEqual([{ confirmed_at: new Date(START) }]);
    expect(await answerOf(app.request(link, { method: "POST" }))).toEqual({
      status: 200,
      body: { ok: true },
    });
  });

  test("again is answered alike, whoever has confirmed, and sends nothing to those", async () => {
    expect(await subscribe("dora@example.org")).toEqual({ status: 200, body: { ok: true } });
    expect(await subscribe("new@example.org")).toEqual({ status: 200, body: { ok: true } });
    expect(await mailsTo("dora@example.org")).toHaveLength(1);
  });

  test("20 times at once sends one mail, and another one only after ten minutes", async () => {
    await Promise.all(Array.from({ length: 20 }, () => subscribe("flood@example.org")));
    expect(await mailsTo("flood@example.org")).toHaveLength(1);
    clock.set("2026-11-20T10:09:59Z");
    await subscribe("flood@example.org");
    expect(await mailsTo("flood@example.org")).toHaveLength(1);
    clock.set("2026-11-20T10:10:00Z");
    await subscribe("flood@example.org");
    const [old, fresh] = await mailsTo("flood@example.org");
    expect((await app.request(confirmLink(old), { method: "POST" })).status).toBe(404);
    expect((await app.request(confirmLink(fresh), { method: "POST" })).status).toBe(200);
    clock.set(START);
  });

  test("more than five times an hour from one address is a 429, wherever it says that it comes from", async () => {
    const ownWindow = instanceLimiter(clock);
    const limited = publicApp({
      ...publicServices(),
      limiter: async (policy, subject) => ownWindow(policy, subject),
    });
    const from = (ip: string, forwarded: string) =>
      limited.request("/api/status/subscribe", {
        method: "POST",
        headers: { "CF-Connecting-IP": ip, "X-Forwarded-For": forwarded },
        body: '{"email":"e@example.org"}',
      });
    for (let count = 1; count <= 5; count += 1)
      expect((await from("198.51.100.1", `10.0.0.${count}`)).status).toBe(200);
    const sixth = await from("198.51.100.1", "10.0.0.6");
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    expect((await from("198.51.100.2", "10.0.0.1")).status).toBe(200);
  });
});

describe("a link", () => {
  test("to confirm is dead after 24 hours", async () => {
    await subscribe("slow@example.org");
    const link = confirmLink((await mailsTo("slow@example.org"))[0]);
    clock.set("2026-11-21T10:00:00Z");
    const answer = await answerOf(app.request(link, { method: "POST" }));
    clock.set(START);
    expect(answer).toEqual({ status: 404, body: { error: "This link is unknown or no longer valid" } });
  });

  test("to unsubscribe forgets the address with one press, from a mail provider too, as often as it likes", async () => {
    await subscribe("leaver@example.org");
    const [mail] = await mailsTo("leaver@example.org");
    await app.request(confirmLink(mail), { method: "POST" });
    const link = unsubscribeLink(mail);
    expect((await app.request(link, { headers: html })).status).toBe(200);
    expect(await stateOf("leaver@example.org")).toHaveLength(1);
    for (let press = 0; press < 2; press += 1) {
      const response = await app.request(link, {
        method: "POST",
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Origin: "https://mail.example.com",
          "Sec-Fetch-Site": "cross-site",
        },
        body: "List-Unsubscribe=One-Click",
      });
      expect(await answerOf(response)).toEqual({ status: 200, body: { ok: true } });
      expect(await stateOf("leaver@example.org")).toEqual([]);
    }
    expect((await app.request(confirmLink(mail), { method: "POST" })).status).toBe(404);
  });

  test("of nobody says nothing about anyone, and one that can't be one costs no database call", async () => {
    const unknown = {
      confirm: newSecret(SECRET_TYPES.statusConfirm, cryptoRandom),
      unsubscribe: await services.linkTokens.sign("status", { email: "nobody@example.org" }),
    };
    expect((await app.request(`/api/status/confirm/${unknown.confirm}`, { method: "POST" })).status).toBe(
      404,
    );
    const forget = await app.request(`/api/status/unsubscribe/${unknown.unsubscribe}`, { method: "POST" });
    expect(forget.status).toBe(200);
    database.resetCalls();
    for (const path of [`confirm/${unknown.unsubscribe}`, "confirm/nope", "unsubscribe/<script>"]) {
      for (const method of ["GET", "POST"]) {
        const plain = await app.request(`/api/status/${path}`, { method });
        expect([plain.status, plain.headers.get("Content-Type")]).toEqual([404, "application/json"]);
        const page = await app.request(`/api/status/${path}`, { method, headers: html });
        expect([page.status, await page.text()]).toEqual([404, expect.stringMatching(/no longer works/)]);
      }
    }
    expect(database.calls()).toBe(0);
  });
});
