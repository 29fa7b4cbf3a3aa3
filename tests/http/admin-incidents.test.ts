import { afterAll, expect, test } from "vitest";
import type { StatusIncidentItem, SystemStatus } from "../../schema/wire/status.ts";
import { addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { ADMIN_EMAIL } from "../support/ports.ts";

const PATH = "/acts/admin/incidents";
const OPENING = { title: "Mail is late", text: "We look into it.", impact: "down", components: ["email"] };

const house = await openHouse();
const cookie = await house.as(await addMember(house.database, house.home, "viewer", ADMIN_EMAIL));
afterAll(() => house.database.close());

const post = (path: string, body: unknown, as = cookie) =>
  house.acts.request(PATH + path, {
    method: "POST",
    headers: { "Sec-Fetch-Site": "same-origin", Cookie: as },
    body: JSON.stringify(body),
  });
const list = async () => {
  const response = await house.acts.request(PATH, { headers: { Cookie: cookie } });
  return ((await response.json()) as { incidents: StatusIncidentItem[] }).incidents;
};
const status = async () => (await (await house.apps.public.request("/api/status")).json()) as SystemStatus;
const open = async () => {
  const response = await post("", OPENING);
  expect(response.status).toBe(201);
  return (await response.json()) as StatusIncidentItem;
};

test("an operator opens, updates and closes an incident, and everybody sees each step", async () => {
  const { id } = await open();
  expect(await status()).toMatchObject({ status: "down", incidents: [{ id }] });
  house.clock.advance(60_000);
  expect((await post(`/${id}/updates`, { text: "The provider knows." })).status).toBe(200);
  const feed = await (await house.apps.public.request("/api/status/feed")).text();
  expect(feed).toContain("The provider knows.");
  house.clock.advance(60_000);
  const closed = await post(`/${id}/close`, { text: "Mail goes out again." });
  expect(await closed.json()).toMatchObject({
    title: "Mail is late",
    closed_at: house.clock().toISOString(),
    updates: [
      { kind: "opened", text: "We look into it." },
      { kind: "updated", text: "The provider knows." },
      { kind: "closed", text: "Mail goes out again." },
    ],
  });
  expect((await status()).status).toBe("ok");
});

test("the first of several ends counts, and nothing more is said of an incident that is over", async () => {
  const { id } = await open();
  const ends = await Promise.all([1, 2, 3].map((count) => post(`/${id}/close`, { text: `End ${count}` })));
  expect(ends.map((end) => end.status)).toEqual([200, 200, 200]);
  const found = (await list()).find((incident) => incident.id === id);
  expect(found?.updates.map(({ kind }) => kind)).toEqual(["opened", "closed"]);
  const late = await post(`/${id}/updates`, { text: "Late" });
  expect([late.status, await late.json()]).toEqual([409, { error: "This incident is over: open a new one" }]);
});
