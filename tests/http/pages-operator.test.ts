import { expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { addDevice, addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { aStatusIncident } from "../support/makers.ts";
import { browserOf, readerOf } from "../support/reader.ts";
import { ADMIN_EMAIL } from "../support/services.ts";

const house = await openHouse("2026-11-20T10:07:00Z");
const home = await addHome(house.database, "Elm Street");
const operator = await readerOf(house, await addMember(house.database, home, "viewer", ADMIN_EMAIL));
const stranger = await readerOf(house, await addMember(house.database, home, "owner"));

test("operators see how each job went, when it runs next, and what failed", async () => {
  const { html: before } = await operator.see("/operator");
  expect(before).not.toMatch(/dispatch<\/code>(?:(?!<\/li>).)*never ran/s);
  await house.database.sql`
    insert into job_runs (job, tick, started_at, lease_until, finished_at, error)
    values ('dispatch', '2026-11-20T10:00:00Z', now(), now(), '2026-11-20T10:00:02Z', null), ('maintenance',
    '2026-11-20T10:00:00Z', now(), now(), '2026-11-20T10:00:02Z', 'disk <full>')`;
  await house.database.sql`insert into incidents values ('weather', now(), null, 'It does not answer.'),
    ('disk', now(), now(), 'It was full.')`;
  for (const gaps of ["{1,899}", "{60}"]) {
    const { id } = await addDevice(house.database, home);
    await house.database.query("update devices set last_seen_at = $2, recent_gaps = $3 where id = $1", [
      ...[id, house.clock(), gaps],
    ]);
  }
  const { html } = await operator.see("/operator");
  expect(html).toMatch(
    /\d+ homes? · \d+ devices?, 2 of them online in the last hour · about 1 post a minute · \d+ /,
  );
  expect(html).toMatch(/dispatch<\/code>.*?next Fri, Nov 20, 10:08.*?<span class="mark sent">ok/s);
  // On one machine this job also runs every few seconds without a record.
  expect(html).not.toMatch(/dispatch<\/code>(?:(?!<\/li>).)*data-ago/s);
  expect(html).toMatch(/Maintenance<\/strong>.*?next Fri, Nov 20, 11:00.*?<span class="mark dead">failed/s);
  expect(html).toMatch(/Weekly report<\/strong>.*?<span class="mark ">never ran/s);
  expect(html).toContain("It does not answer.");
  expect(html).not.toContain("It was full.");
  expect(html).toContain("disk &lt;full>".replace(">", "&gt;"));
  expect((await operator.see("/settings")).html).toContain('href="/operator"');
});

test("opens, announces and closes an incident that everybody reads", async () => {
  const opening = {
    title: "Mail is late",
    text: "We look into it.",
    impact: "degraded",
    components: "email",
  };
  expect((await operator.send("/operator/incidents", opening)).location).toBe(
    "/operator/incidents?done=created",
  );
  expect((await operator.see("/status")).html).toMatch(/t working.*Mail is late.*We look into it\./s);
  const { html } = await operator.see("/operator/incidents");
  const [path = ""] = /\/operator\/incidents\/[^/"]+(?=\/updates)/.exec(html) ?? [];
  await operator.send(`${path}/updates`, { text: "Found it." });
  await operator.send(`${path}/close`, { text: "Mended." });
  expect((await operator.see("/status")).html).toMatch(/Mended\..*Found it\..*We look into it\./s);
  const late = await operator.send(`${path}/updates`, { text: "Once more" });
  expect([late.status, late.html.includes('role="alert"')]).toEqual([303, true]);
});

test("a home is found by its people's whole address, given a plan, and sees in its activity who did it", async () => {
  const flat = await addHome(house.database, "Small flat", "free");
  const owner = await readerOf(
    house,
    await addMember(house.database, flat, "owner", "Lea@example.com".toLowerCase()),
  );
  expect((await operator.see("/operator/homes?search=lea")).html).toContain("Nobody has this address");
  const found = (await operator.see("/operator/homes?search=LEA%40example.com")).html;
  expect(found).toContain("Small flat");
  expect(found).toContain("lea@example.com (Owner)");
  expect(found).not.toContain("Only you");
  house.services.reports.length = 0;
  expect((await operator.send(`/operator/homes/${flat}/plan`, { plan: "pro" })).location).toContain(
    "done=saved",
  );
  expect((await operator.send(`/operator/homes/${flat}/plan`, { plan: "gold" })).html).toContain(
    'role="alert"',
  );
  expect(house.services.reports.filter(({ event }) => event === "security")).toMatchObject([
    {
      act: "rights_changed",
      route: "POST /operator/homes/:id/plan",
      household_id: flat,
      actor_type: "user",
      ip: "203.0.113.7",
    },
  ]);
  expect((await operator.send("/operator/homes/hh_unknown/plan", { plan: "pro" })).status).toBe(404);
  const { html } = await owner.see("/activity");
  expect(html).toMatch(new RegExp(`Changed the plan.*?operator ${ADMIN_EMAIL} · [^<]*`, "s"));
  expect((await owner.see("/settings/plan")).html).toContain("This home is on Pro.");
  const cabin = await addMember(house.database, await addHome(house.database), "viewer", "lea@example.com");
  const there = await readerOf(house, cabin);
  const end = (email: string) => operator.send("/operator/homes/end-sessions", { email });
  expect((await end("lea@example.com")).location).toContain("done=revoked");
  for (const browser of [owner, there]) expect((await browser.see("/home")).location).toContain("/sign-in");
  expect((await end("nobody@example.com")).status).toBe(404);
  const acts = await house.database.sql<{ action: string; actor_type: string; ip: string | null }>`
    select action, actor_type, ip from activity where household_id = ${flat} and actor_type <> 'user'
    order by id`;
  // The home must not learn the operator's address.
  expect(acts).toEqual([
    { action: "plan_changed", actor_type: "operator", ip: null },
    { action: "session_ended_by_operator", actor_type: "operator", ip: null },
  ]);
});

test("tells an owner whom to ask where operators decide plans, and changes nothing", async () => {
  const flat = await addHome(house.database, "Granted flat", "free");
  const cookie = await house.as(await addMember(house.database, flat, "owner"));
  const services = {
    ...house.services,
    planRules: { startsOn: "trial" as const, isGranted: true, prices: "Pro is free for neighbors." },
  };
  const owner = browserOf(pagesApp(services), { cookie });
  const { html } = await owner.see("/settings/plan");
  expect(html).toContain("The operator of this installation sets");
  expect(html).toContain("Pro is free for neighbors.");
  expect(html).not.toContain('name="plan"');
  expect((await owner.send("/settings/plan", { plan: "pro" })).html).toContain('role="alert"');
  expect((await owner.see("/settings/plan")).html).toContain("This home is on Free.");
});

test("to everybody else there is no such place", async () => {
  const id = await aStatusIncident({ house, home: "", caller: { userId: "", email: "" } });
  for (const path of ["/operator", "/operator/incidents"])
    expect((await stranger.see(path)).status).toBe(404);
  for (const path of ["", `/${id}/updates`, `/${id}/close`])
    expect((await stranger.send(`/operator/incidents${path}`, { text: "x" })).status).toBe(404);
  expect((await stranger.see("/operator/homes?search=ada@example.com")).status).toBe(404);
  for (const path of ["end-sessions", `${home}/plan`])
    expect(
      (await stranger.send(`/operator/homes/${path}`, { email: ADMIN_EMAIL, plan: "free" })).status,
    ).toBe(404);
  const [{ plan } = { plan: "" }] = await house.database.sql<{ plan: string }>`
    select plan from households where id = ${home}`;
  expect(plan).toBe("pro");
  expect((await stranger.see("/settings")).html).not.toContain('href="/operator"');
});
