import { afterAll, beforeAll, expect, test } from "vitest";
import { addHome, addMember } from "../support/cast.ts";
import { type House, openHouse } from "../support/house.ts";
import { aStatusIncident } from "../support/makers.ts";
import { ADMIN_EMAIL } from "../support/ports.ts";
import { type Reader, readerOf } from "../support/reader.ts";

let house: House;
let operator: Reader;
let stranger: Reader;
beforeAll(async () => {
  house = await openHouse("2026-11-20T10:07:00Z");
  const home = await addHome(house.database, "Elm Street");
  operator = await readerOf(house, await addMember(house.database, home, "viewer", ADMIN_EMAIL));
  stranger = await readerOf(house, await addMember(house.database, home, "owner"));
});
afterAll(() => house.database.close());

test("operators see how each job went, when it runs next, and what failed", async () => {
  await house.database.query(
    `insert into job_runs (job, tick, started_at, lease_until, finished_at, error) values
       ('dispatch', '2026-11-20T10:00:00Z', now(), now(), '2026-11-20T10:00:02Z', null),
       ('maintenance', '2026-11-20T10:00:00Z', now(), now(), '2026-11-20T10:00:02Z', 'disk <full>')`,
  );
  const { html } = await operator.see("/operator");
  expect(html).toMatch(/dispatch<\/strong><span class="mark sent">ok.*?next Fri, Nov 20, 10:08/s);
  expect(html).toMatch(/maintenance<\/strong><span class="mark dead">failed.*?next Fri, Nov 20, 11:00/s);
  expect(html).toMatch(/weekly-digest<\/strong><span class="mark ">never ran/);
  expect(html).toContain("disk &lt;full>".replace(">", "&gt;"));
  expect((await operator.see("/settings")).html).toContain('href="/operator"');
});

test("an incident is opened, told of, and closed, and everybody reads it", async () => {
  const opening = {
    title: "Mail is late",
    text: "We look into it.",
    impact: "degraded",
    components: "email",
  };
  expect((await operator.send("/operator/incidents", opening)).location).toBe(
    "/operator/incidents?done=created",
  );
  expect((await operator.see("/status")).html).toMatch(/Mail is late.*We look into it\./s);
  const { html } = await operator.see("/operator/incidents");
  const [path = ""] = /\/operator\/incidents\/[^/"]+(?=\/updates)/.exec(html) ?? [];
  await operator.send(`${path}/updates`, { text: "Found it." });
  await operator.send(`${path}/close`, { text: "Mended." });
  expect((await operator.see("/status")).html).toMatch(/We look into it\..*Found it\..*Mended\./s);
  const late = await operator.send(`${path}/updates`, { text: "Once more" });
  expect([late.status, late.html.includes('role="alert"')]).toEqual([303, true]);
});

test("what cannot be told is refused beside the form, which keeps what was typed", async () => {
  const refused = await operator.send("/operator/incidents", { title: "A & B", text: "", impact: "down" });
  expect([refused.status, refused.html.includes('value="A &amp; B"')]).toEqual([303, true]);
  expect((await operator.send("/operator/incidents/unknown/close", { text: "x" })).status).toBe(404);
});

test("to everybody else there is no such place", async () => {
  const id = await aStatusIncident({ house, home: "", caller: { userId: "", email: "" } });
  for (const path of ["/operator", "/operator/incidents"])
    expect((await stranger.see(path)).status).toBe(404);
  for (const path of ["", `/${id}/updates`, `/${id}/close`])
    expect((await stranger.send(`/operator/incidents${path}`, { text: "x" })).status).toBe(404);
  expect((await stranger.see("/settings")).html).not.toContain('href="/operator"');
});
