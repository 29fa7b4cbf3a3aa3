import { beforeEach, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import type { Channels } from "../../lib/channels/ports.ts";
import { claimDue } from "../../lib/messages/claim.queries.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { MESSAGE_LIMITS } from "../../lib/outbox/limits.ts";
import { linkUrl } from "../../lib/outbox/links/tokens.ts";
import { mailStatusNews } from "../../lib/status/incidents.actions.ts";
import { STATUS_LIMITS } from "../../lib/status/limits.ts";
import { addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { ADMIN_EMAIL, BASE_URL } from "../support/services.ts";

const MINUTE_MS = 60_000;
const OPENING = { title: "Mail is late", text: "We look into it.", impact: "down", components: ["email"] };
const ONE_CLICK = {
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "cross-site" },
  body: "List-Unsubscribe=One-Click",
};

const house = await openHouse();
const cookie = await house.as(await addMember(house.database, house.home, "viewer", ADMIN_EMAIL));
beforeEach(async () => {
  for (const table of ["status_incidents", "status_subscribers", "outbox", "job_runs"])
    await house.database.query(`delete from ${table}`);
  house.sent.length = 0;
});

const operate = async (path: string, body: object) => {
  house.clock.advance(MINUTE_MS);
  const response = await house.call("POST", `/acts/admin/incidents${path}`, { cookie, body });
  return (await response.json()) as { id: string };
};
const open = async () => (await operate("", OPENING)).id;
const subscribed = (email: string, confirmedAt: Date | null = house.clock()) =>
  house.database.sql`
    insert into status_subscribers (email, confirmed_at, created_at)
    values (${email}, ${confirmedAt}, now())`;
const subjectsTo = (email: string) =>
  house.sent.filter(({ recipient }) => recipient === email).map(({ content }) => content.subject);
const linkOf = async (email: string) => {
  const url = linkUrl(
    BASE_URL,
    "statusUnsubscribe",
    await house.services.linkTokens.sign("status", { email }),
  );
  return url.slice(BASE_URL.length);
};

test("subscribers hear of an incident's beginning, updates and end in this order, once each", async () => {
  await subscribed("reader@example.com");
  await subscribed("unconfirmed@example.com", null);
  const id = await open();
  await operate(`/${id}/updates`, { text: "The provider knows." });
  await Promise.all([dispatch(house.services), dispatch(house.services), dispatch(house.services)]);
  await operate(`/${id}/close`, { text: "Mail goes out again." });
  for (let time = 0; time < 2; time += 1) await dispatch(house.services);
  expect(subjectsTo("reader@example.com")).toEqual([
    "Hearthwatch has a problem: Mail is late",
    "Update: Mail is late",
    "Resolved: Mail is late",
  ]);
  expect(house.sent).toHaveLength(3);
});

test("an update waits while the mail about the beginning is retried", async () => {
  await subscribed("reader@example.com");
  const id = await open();
  await operate(`/${id}/updates`, { text: "The provider knows." });
  const { email: take } = house.services.channels;
  const email: Channels["email"] = async (message) =>
    message.content.subject.startsWith("Update") && take !== null
      ? await take(message)
      : { kind: "retry", reason: "Try later" };
  await dispatch({ ...house.services, channels: { ...house.services.channels, email } });
  await dispatch(house.services);
  expect(house.sent).toEqual([]);
  house.clock.advance(60 * MINUTE_MS);
  for (let time = 0; time < 2; time += 1) await dispatch(house.services);
  expect(subjectsTo("reader@example.com")).toEqual([
    "Hearthwatch has a problem: Mail is late",
    "Update: Mail is late",
  ]);
});

test("a subscriber reads in the language in which they asked, and so does a visitor of the page", async () => {
  const headers = { "Accept-Language": "es-ES", "Content-Type": "application/json" };
  const body = JSON.stringify({ email: "lectora@example.com" });
  await house.apps.public.request("/api/status/subscribe", { method: "POST", headers, body });
  await dispatch(house.services);
  expect(subjectsTo("lectora@example.com")).toEqual(["Confirme su suscripción al estado de Hearthwatch"]);
  await house.database.sql`update status_subscribers set confirmed_at = ${house.clock()}`;
  await open();
  await dispatch(house.services);
  expect(subjectsTo("lectora@example.com")[1]).toBe("Hearthwatch tiene un problema: Mail is late");
  const html = await (await pagesApp(house.services).request("/status", { headers })).text();
  expect(html).toContain('<html lang="es">');
});

test("the status page shows an incident's texts as text, hostile ones too", async () => {
  const { id } = await operate("", { ...OPENING, title: "<b>Mail</b> is late" });
  await operate(`/${id}/close`, { text: "Mail goes out again." });
  const html = await (await pagesApp(house.services).request("/status")).text();
  expect(html).toMatch(/&lt;b&gt;Mail.*Mail goes out again\..*We look into it\./s);
});

test("a reader who confirms while an incident lasts hears of it from then on", async () => {
  const id = await open();
  house.clock.advance(MINUTE_MS);
  await subscribed("late@example.com");
  await operate(`/${id}/updates`, { text: "The provider knows." });
  await dispatch(house.services);
  expect(subjectsTo("late@example.com")).toEqual(["Update: Mail is late"]);
});

test("one click of the mail program unsubscribes, and nothing that waited is sent", async () => {
  await subscribed("leaver@example.com");
  await subscribed("reader@example.com");
  await open();
  await mailStatusNews(house.services);
  const response = await house.apps.public.request(await linkOf("leaver@example.com"), ONE_CLICK);
  expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
  await dispatch(house.services);
  expect(house.sent.map(({ recipient }) => recipient)).toEqual(["reader@example.com"]);
});

test("many subscribers are written to in batches, and a home's message does not wait for them", async () => {
  const readers = STATUS_LIMITS.statusMailBatch + 20;
  const queued = (count: number) =>
    house.database.sql`
      insert into outbox (id, household_id, channel, recipient, dedupe_key, kind, sealed_message,
      next_attempt_at, created_at) select 'old' || n, null, 'email', 'old', 'old' || n, 'status_news', '',
      ${house.clock()}, ${house.clock()} from generate_series(1, ${count}::integer) n`;
  await house.database.sql`
    insert into status_subscribers (email, confirmed_at, created_at)
    select 'reader' || n || '@example.com', ${house.clock()}, ${house.clock()}
    from generate_series(1, ${readers}::integer) n`;
  await open();
  await queued(STATUS_LIMITS.statusMailsWaitingMax - 1);
  expect(await mailStatusNews(house.services)).toBe(STATUS_LIMITS.statusMailBatch);
  await house.database.query(
    `insert into outbox (id, household_id, channel, recipient, dedupe_key, kind, sealed_message, next_attempt_at, created_at)
     values ('msg_home', $1, 'email', 'ada@example.com', 'home', 'test', '', $2, $2)`,
    [house.home, house.clock()],
  );
  const { messages } = await claimDue(house.services.db, {
    now: house.clock(),
    limit: MESSAGE_LIMITS.dispatchBatchMax,
    leaseMs: 1_000,
    mailsPerSecond: null,
  });
  expect(messages.map(({ id }) => id)).toContain("msg_home");
  await house.database.sql`update outbox set state = 'sent'`;
  const both = await Promise.all([mailStatusNews(house.services), mailStatusNews(house.services)]);
  expect(both[0] + both[1]).toBe(20);
});
