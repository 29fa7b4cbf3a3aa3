import { expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { sendLifecycleEmails } from "../../lib/messages/send-lifecycle-emails.actions.ts";
import { sendReports } from "../../lib/reports/send.actions.ts";
import { openIncident } from "../../lib/status/incidents.actions.ts";
import { addContactPoint } from "../support/contacts.ts";
import { addDevice, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { BASE_URL } from "../support/services.ts";

const ADDRESS = /https?:\/\/[^\s"<>)]+/g;

const house = await openHouse();
const pages = pagesApp(house.services);

/** Opens a URL as the deployment routes it: API or page. Follows a redirect to the sign-in page. */
const open = async (url: string): Promise<Response> => {
  const path = url.slice(BASE_URL.length);
  const headers = { Accept: "text/html", "CF-Connecting-IP": "203.0.113.9" };
  if (path.startsWith("/api/v1/")) return house.apps.v1.request(path, { headers });
  if (path.startsWith("/api/")) return house.apps.public.request(path, { headers });
  const answer = await pages.request(path, { headers });
  const signIn = `/sign-in?next=${encodeURIComponent(path)}`;
  return answer.headers.get("Location") === signIn ? pages.request(signIn, { headers }) : answer;
};

test("every link in every message answers 200, whoever follows it without signing in", async () => {
  const viewer = await addMember(house.database, house.home, "viewer", "ben@example.com");
  await addContactPoint(house.database, house.ada.userId, "sms", "+15555550100");
  const device = await addDevice(house.database, house.home);
  await house.database.sql`update households set created_at = now() - interval '1 day'`;
  await house.call("POST", "/api/account/sign-in", { cookie: null, body: { email: "ada@example.com" } });
  const invitation = { email: "guest@example.com", role: "viewer" };
  await house.call("POST", "/acts/invitations", { body: invitation });
  const body = JSON.stringify({ email: "reader@example.com" });
  await house.apps.public.request("/api/status/subscribe", { method: "POST", body });
  const path = `/api/ingest/${device.ingestKey}`;
  await house.apps.ingest.request(path, {
    method: "POST",
    body: JSON.stringify({ flood1: true, temp1: 30 }),
  });
  const choices = { monthly_report: true, quarterly_report: true };
  await house.call("PATCH", "/api/v1/notifications", { body: choices });
  // A home gets no reports about the time before its creation.
  const createdAt = (at: string) => house.database.sql`update households set created_at = ${at}`;
  await createdAt("2026-01-01T00:00:00Z");
  for (const kind of ["weekly", "monthly", "quarterly"] as const)
    await sendReports(house.services, kind, new Date("2026-11-16T08:00:00Z"));
  await createdAt(new Date(house.clock().getTime() - 86_400_000).toISOString());
  await house.database.sql`
    insert into status_subscribers (email, confirmed_at, created_at)
    values ('told@example.com', ${house.clock()}, ${house.clock()})`;
  await openIncident(house.services, { title: "Mail is late", text: "x", impact: "down", components: [] });
  await sendLifecycleEmails(house.services);
  await dispatch(house.services);

  const links = house.sent.flatMap(({ recipient, content }) =>
    [...new Set(`${content.text} ${content.html ?? ""}`.match(ADDRESS) ?? [])].map((url) => [
      recipient,
      content.subject,
      url.replace(/&amp;/g, "&"),
    ]),
  );
  const recipients = new Set(links.map(([recipient]) => recipient));
  for (const one of [
    "ada@example.com",
    viewer.email,
    "guest@example.com",
    "reader@example.com",
    "told@example.com",
    "+15555550100",
  ])
    expect(recipients).toContain(one);
  const unsubscribing = new Set(
    links.flatMap(([, , url = ""]) => url.match(/unsubscribe\/.*\.(\w+ly)\./)?.[1] ?? []),
  );
  expect([...unsubscribing].toSorted()).toEqual(["monthly", "quarterly", "weekly"]);
  for (const [recipient, subject, url = ""] of links) {
    expect(url.startsWith(BASE_URL)).toBe(true);
    expect([recipient, subject, url, (await open(url)).status]).toEqual([recipient, subject, url, 200]);
  }
});

test("the link of a text message is at most 40 characters behind the host, and its button takes the alert on", async () => {
  const text = house.sent.find(({ recipient }) => recipient === "+15555550100")?.content.text ?? "";
  const [url = ""] = text.match(ADDRESS) ?? [];
  expect(url.length - BASE_URL.length).toBeLessThanOrEqual(40);
  const link = url.slice(BASE_URL.length);
  const press = () => pages.request(link, { method: "POST", headers: { "CF-Connecting-IP": "203.0.113.9" } });
  expect((await press()).status).toBe(303);
  const open = await house.database.sql`
    select 1 from alerts where closed_at is null and acknowledged_at is null`;
  expect(open).toEqual([]);
});

test("a viewer's link shows the alert and offers nothing to press", async () => {
  const mail = house.sent.find(
    ({ recipient, content }) => recipient === "ben@example.com" && content.text.includes("/a/"),
  );
  const [url = ""] = mail?.content.text.match(ADDRESS) ?? [];
  expect(mail?.content.text).not.toContain("I'm on it");
  const answer = await pages.request(url.slice(BASE_URL.length), { method: "POST" });
  expect(answer.status).toBe(403);
});
