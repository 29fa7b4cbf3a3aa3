import { beforeEach, describe, expect, test } from "vitest";
import { publicApp } from "../../functions/public/app.ts";
import { activityOf, mailTo, openAccount } from "../support/account.ts";
import { addHome, addMember, type TestMember } from "../support/fixtures.ts";

let home: string;
let owner: TestMember;
let cookie: string;
const NOT_FOUND = { status: 404, body: { error: "Not found" } };

const account = await openAccount();
beforeEach(async () => {
  account.clock.advance(3_700_000);
  home = await addHome(account.database, "A home", "free");
  owner = await addMember(account.database, home);
  await account.database.sql`update users set name = 'Olga' where id = ${owner.userId}`;
  cookie = await account.as(owner);
});

const send = (method: string, path: string, body?: unknown, as = cookie) =>
  account.send(method, path, as, body);
const actions = async () => (await activityOf(account, home)).map(({ action }) => action);
const rolesOf = () =>
  account.database.sql<{ user_id: string; role: string }>`
    select user_id, role from memberships where household_id = ${home} order by role`;

test("a home is shown and changed field by field, and the change is in its activity", async () => {
  const place = { latitude: 52.5, longitude: -13.4 };
  const { status, body } = await send("PATCH", "household", {
    name: " The cabin ",
    time_zone: "Europe/Berlin",
    ...place,
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    household: {
      id: home,
      name: "The cabin",
      plan: "free",
      chosen_plan: "free",
      trial_ends_at: null,
      time_zone: "Europe/Berlin",
      temperature_unit: "F",
      ...place,
      city: null,
      share_city_aggregates: false,
      created_at: expect.stringMatching(/Z$/),
    },
  });
  expect(await send("GET", "household")).toEqual({ status: 200, body });
  expect((await send("PATCH", "household", { latitude: null, longitude: null })).body).toMatchObject({
    household: { name: "The cabin", latitude: null, longitude: null },
  });
  expect(await actions()).toEqual(["household_changed", "household_changed"]);
});

describe("members", () => {
  test("are listed, change their role and are removed, with their sessions here and only here", async () => {
    const ben = await addMember(account.database, home, "viewer");
    const cabin = await addHome(account.database, "The cabin");
    const benCookie = await account.as(ben);
    const cabinCookie = await account.as(await addMember(account.database, cabin, "owner", ben.email));
    expect((await send("GET", "members", undefined, benCookie)).body).toMatchObject({
      members: [
        { user_id: owner.userId, role: "owner" },
        { user_id: ben.userId, email: ben.email, role: "viewer" },
      ],
    });
    const done = { status: 200, body: { ok: true } };
    expect(await send("PATCH", `members/${ben.userId}`, { role: "manager" })).toEqual(done);
    expect((await send("GET", "session", undefined, benCookie)).body).toMatchObject({ role: "manager" });
    expect(await send("DELETE", `members/${ben.userId}`)).toEqual(done);
    expect((await send("GET", "session", undefined, benCookie)).status).toBe(401);
    expect((await send("GET", "session", undefined, cabinCookie)).status).toBe(200);
    expect(await actions()).toEqual(["member_role_changed", "member_removed"]);
  });

  test("may leave, whatever their role, and remove nobody else", async () => {
    const [ben, eve] = [
      await addMember(account.database, home, "viewer"),
      await addMember(account.database, home, "manager"),
    ];
    const benCookie = await account.as(ben);
    expect((await send("DELETE", `members/${eve.userId}`, undefined, benCookie)).status).toBe(403);
    expect((await send("DELETE", `members/${ben.userId}`, undefined, benCookie)).status).toBe(200);
    expect(await rolesOf()).toHaveLength(2);
  });

  test("always have an owner: the last one neither leaves nor is demoted", async () => {
    const answer = {
      status: 409,
      body: { error: "A home needs at least one owner: make someone else an owner first" },
    };
    expect(await send("DELETE", `members/${owner.userId}`)).toEqual(answer);
    expect(await send("PATCH", `members/${owner.userId}`, { role: "viewer" })).toEqual(answer);
    expect((await send("PATCH", `members/${owner.userId}`, { role: "owner" })).status).toBe(200);
  });

  test("always have an owner when two of them leave or demote each other at once", async () => {
    for (const how of ["leave", "demote"]) {
      home = await addHome(account.database, "A home");
      const two = [await addMember(account.database, home), await addMember(account.database, home)] as const;
      const acts = two.map(async ({ userId }, at) => {
        const as = await account.as(two[how === "leave" ? at : 1 - at] as TestMember);
        return how === "leave"
          ? send("DELETE", `members/${userId}`, undefined, as)
          : send("PATCH", `members/${userId}`, { role: "member" }, as);
      });
      await Promise.all(acts);
      expect((await rolesOf()).filter(({ role }) => role === "owner")).toHaveLength(1);
    }
  });
});

describe("invitations", () => {
  const invite = (email: string, role = "member") => send("POST", "invitations", { email, role });

  test("are mailed, listed for both, accepted once however often that is pressed, and in the activity", async () => {
    const cabin = await addHome(account.database, "Ben's");
    const ben = await addMember(account.database, cabin);
    const benCookie = await account.as(ben);
    const { status, body } = await invite(ben.email.toUpperCase(), "manager");
    expect(status).toBe(201);
    const invitation = body.invitation as { id: string };
    expect(invitation).toMatchObject({ email: ben.email, role: "manager", invited_by: owner.email });
    expect(await mailTo(account, ben.email)).toMatchObject({
      subject: "You're invited to A home on Hearthwatch",
      text: expect.stringMatching(/Olga \(\S+@example.com\) invites you .*Sign in: \S+\/settings\n/s),
    });
    expect((await send("GET", "invitations")).body).toEqual({ invitations: [invitation] });
    expect((await send("GET", "session", undefined, benCookie)).body).toMatchObject({
      invitations: [{ id: invitation.id, household_id: home, invited_by_name: "Olga", role: "manager" }],
    });
    const accept = () => send("POST", `invitations/${invitation.id}/accept`, undefined, benCookie);
    const answers = await Promise.all(Array.from({ length: 5 }, accept));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 200, 200, 200]);
    expect((await rolesOf()).map(({ role }) => role)).toEqual(["manager", "owner"]);
    expect((await send("GET", "invitations")).body).toEqual({ invitations: [] });
    expect(await actions()).toEqual(["member_invited", "member_joined"]);
    expect((await invite(ben.email)).status).toBe(409);
  });

  test("are replaced by a second one to the same address", async () => {
    const first = (await invite("eve@example.com", "owner")).body.invitation as { id: string };
    const second = (await invite("eve@example.com", "viewer")).body.invitation as { id: string };
    expect((await send("GET", "invitations")).body).toMatchObject({
      invitations: [{ id: second.id, role: "viewer" }],
    });
    const eve = await account.as(
      await addMember(account.database, await addHome(account.database), "owner", "eve@example.com"),
    );
    expect(await send("POST", `invitations/${first.id}/accept`, undefined, eve)).toEqual(NOT_FOUND);
  });

  test("are nobody else's to accept, nor another home's to withdraw", async () => {
    const { id } = (await invite("fay@example.com")).body.invitation as { id: string };
    for (const known of [id, "inv_neverwas"]) {
      expect(await send("POST", `invitations/${known}/accept`, undefined, account.cookie)).toEqual(
        await send("POST", `invitations/${known}/accept`),
      );
      const other = await account.as(account.cleo);
      expect(await send("DELETE", `invitations/${known}`, undefined, other)).toEqual(NOT_FOUND);
    }
    expect((await send("DELETE", `invitations/${id}`)).status).toBe(200);
    expect(await send("DELETE", `invitations/${id}`)).toEqual(NOT_FOUND);
    expect(await actions()).toEqual(["member_invited", "invitation_revoked"]);
  });

  test("expire after a week", async () => {
    const guest = await addMember(account.database, await addHome(account.database));
    const { id } = (await invite(guest.email)).body.invitation as { id: string };
    account.clock.advance(7 * 86_400_000);
    const late = await account.as(guest);
    expect(await send("POST", `invitations/${id}/accept`, undefined, late)).toEqual(NOT_FOUND);
  });

  test("are twenty an hour at most, however many are sent at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => invite(`g${index}.${owner.email}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  /** Lets this many homes' owners invite the address; returns the statuses, and the last answer's words. */
  const inviteFrom = async (homes: number, email: string) => {
    const answers = [];
    for (let count = 0; count < homes; count += 1) {
      const inviter = await addMember(account.database, await addHome(account.database));
      const body = { email, role: "viewer" };
      answers.push(await send("POST", "invitations", body, await account.as(inviter)));
    }
    return { statuses: answers.map(({ status }) => status), last: answers.at(-1)?.body };
  };

  test("reach an address three times a day, from however many homes, and again on the next day", async () => {
    const email = "flooded@example.com";
    const { statuses, last } = await inviteFrom(4, email);
    expect(statuses).toEqual([201, 201, 201, 429]);
    expect(last).toEqual({
      error:
        "You can't send more invitations to this address, or from this account, today: try again tomorrow",
    });
    expect((await invite("another@example.com")).status).toBe(201);
    account.clock.advance(86_400_000);
    expect((await inviteFrom(1, email)).statuses).toEqual([201]);
  });

  test("are twenty a day by one person, from all homes together", async () => {
    const { query } = account.database;
    account.clock.set("2026-12-01T08:00:00Z");
    for (let count = 0; count < 2; count += 1) {
      account.clock.advance(3_700_000);
      for (let one = 0; one < 10; one += 1)
        expect((await invite(`${count}.${one}.${owner.userId}@example.com`)).status).toBe(201);
    }
    expect((await invite("one-more@example.com")).status).toBe(429);
    const counted = "select sent from sending_counts where channel = 'invitation' and subject = $1";
    expect(await query(counted, [owner.userId])).toEqual([{ sent: 20 }]);
  });

  test("are remembered as declined: by this home's link for this home, or for all", async () => {
    const app = publicApp(account.services);
    const decline = async (email: string, query = "") => {
      const { text } = (await mailTo(account, email)) ?? { text: "" };
      const link = /\/api\/invitations\/decline\/[\w.-]+/.exec(text)?.[0] ?? "no link";
      expect((await app.request(link)).status).toBe(200);
      expect((await app.request(link + query, { method: "POST" })).status).toBe(200);
    };
    await invite("guest@example.com");
    await decline("guest@example.com");
    expect((await send("GET", "invitations")).body).toEqual({ invitations: [] });
    expect(await invite("guest@example.com")).toEqual({
      status: 409,
      body: { error: "This person doesn't want invitations from this home" },
    });
    account.clock.advance(1_000);
    expect((await inviteFrom(1, "guest@example.com")).statuses).toEqual([201]);
    await decline("guest@example.com", "?from=all");
    expect((await inviteFrom(1, "guest@example.com")).statuses).toEqual([409]);
    account.clock.advance(86_400_000);
    expect((await inviteFrom(1, "guest@example.com")).statuses).toEqual([409]);
  });
});

describe("activity", () => {
  test("is read page by page, newest first, with who did it from where", async () => {
    for (let index = 0; index < 5; index += 1) await send("PATCH", "household", { name: `Name ${index}` });
    type Page = {
      activity: { id: string; actor: unknown; action: string; ip: string }[];
      next_cursor: string | null;
    };
    const page = async (query: string) => (await send("GET", `activity?${query}`)).body as Page;
    const first = await page("limit=2");
    expect(first.activity[0]).toMatchObject({
      action: "household_changed",
      actor: { type: "user", id: owner.userId, name: "Olga" },
      ip: "203.0.113.7",
      details: { changed: "name" },
    });
    const second = await page(`limit=2&cursor=${first.next_cursor}`);
    const third = await page(`limit=2&cursor=${second.next_cursor}`);
    const ids = [first, second, third].flatMap(({ activity }) => activity.map(({ id }) => Number(id)));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect([ids.length, third.next_cursor]).toEqual([5, null]);
  });

  test("is written with the act or not at all", async () => {
    const { query } = account.database;
    const ben = await addMember(account.database, home, "viewer");
    await query(`alter table activity add constraint broken check (household_id <> '${home}')`);
    const acts = [
      send("PATCH", "household", { name: "Never" }),
      send("PUT", "plan", { plan: "pro" }),
      send("PATCH", `members/${ben.userId}`, { role: "owner" }),
      send("DELETE", `members/${ben.userId}`),
      send("POST", "invitations", { email: "never@example.com", role: "viewer" }),
      send("POST", "share-links", {}),
      send("POST", "sign-out"),
    ];
    const statuses = (await Promise.all(acts)).map(({ status }) => status);
    await query("alter table activity drop constraint broken");
    expect(new Set(statuses)).toEqual(new Set([500]));
    expect((await send("GET", "household")).body).toMatchObject({
      household: { name: "A home", plan: "free" },
    });
    expect((await rolesOf()).map(({ role }) => role)).toEqual(["owner", "viewer"]);
    expect(await query("select 1 from invitations where household_id = $1", [home])).toEqual([]);
    expect(await query("select 1 from share_links where household_id = $1", [home])).toEqual([]);
    expect(await mailTo(account, "never@example.com")).toBeNull();
  });
});
