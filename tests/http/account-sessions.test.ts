import { beforeEach, describe, expect, test } from "vitest";
import { accountApp } from "../../functions/account/app.ts";
import { pagesApp } from "../../functions/pages/app.ts";
import { localLimiter } from "../../lib/kernel/limiter.vendor.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { activityOf, askForCode, cookieOf, openAccount } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { cryptoRandom } from "../support/services.ts";

let home: string;
let member: TestMember;
let cookie: string;
const DAY_MS = 86_400_000;
const SIGN_IN_FIRST = { status: 401, body: { error: "Sign in first" } };

const account = await openAccount();
beforeEach(async () => {
  home = await addHome(account.database, "A home");
  member = await addMember(account.database, home);
  cookie = await account.as(member);
  account.database.resetCalls();
});

const session = (as: string | null = cookie) =>
  answerOf(account.call("GET", "/api/account/session", { cookie: as }));
const statusOf = async (as: string) => (await session(as)).status;

describe("a session", () => {
  test("tells who is signed in, where and with which rights", async () => {
    expect(await session()).toEqual({
      status: 200,
      body: {
        session: { id: expect.stringMatching(/^sess_/) },
        user: { id: member.userId, email: member.email, name: null, language: "en", temperature_unit: null },
        household: { id: home, name: "A home" },
        role: "owner",
        plan: "pro",
        trial_ends_at: null,
        households: [{ id: home, name: "A home", role: "owner" }],
        invitations: [],
      },
    });
  });

  test.each([
    ["/api/account/session", accountApp],
    ["/sessions", pagesApp],
  ] as const)(
    "that somebody has stolen keeps its person from nothing by asking for %s all the time",
    async (path, appOf) => {
      const app = appOf({ ...account.services, limiter: localLimiter(account.clock) });
      const ask = async (as: string) =>
        (await app.request(path, { headers: { Cookie: as, "Sec-Fetch-Site": "same-origin" } })).status;
      for (let asked = 0; asked < RATE_LIMITS.account.limit; asked += 1) await ask(cookie);
      expect([await ask(cookie), await ask(await account.as(member))]).toEqual([429, 200]);
    },
  );

  test("costs one call to open, and is marked as used once an hour at most", async () => {
    const lastUsed = async () =>
      (
        await account.database.sql<{ at: Date }>`
          select last_used_at as at from sessions where user_id = ${member.userId}`
      )[0]?.at;
    const began = account.clock();
    await account.call("GET", "/acts/sessions", { cookie });
    expect(account.database.calls()).toBe(2);
    account.clock.advance(3_599_000);
    await session();
    expect(await lastUsed()).toEqual(began);
    account.clock.advance(1_000);
    await session();
    expect(await lastUsed()).toEqual(account.clock());
  });

  test("ends after 14 idle days; its pair may stand behind the cookie's name once more", async () => {
    account.clock.advance(14 * DAY_MS - 1);
    expect(await statusOf(`__Host-session=${cookie}`)).toBe(200);
    account.clock.advance(14 * DAY_MS);
    expect(await session()).toEqual(SIGN_IN_FIRST);
  });

  test("ends after 90 days, however much it is used", async () => {
    for (let days = 0; days < 89; days += 10) {
      expect(await statusOf(cookie)).toBe(200);
      account.clock.advance(10 * DAY_MS - (days === 80 ? 1 : 0));
    }
    expect(await statusOf(cookie)).toBe(200);
    account.clock.advance(1);
    expect(await session()).toEqual(SIGN_IN_FIRST);
  });

  test.each([
    null,
    "__Host-session=",
    "__Host-session=hw_ses_nope",
    "__Host-session=hw_ses_00000000000000000000000000000000000000",
    "session=hw_ses_00000000000000000000000000000000000000",
    "__Host-session=' or 1=1 --",
  ])("of the cookie %s is refused without a database call and without an echo", async (as) => {
    expect(await session(as)).toEqual(SIGN_IN_FIRST);
    expect(account.database.calls()).toBe(0);
  });

  test.each(["ses", "key"] as const)("of an unknown token of the type %s is refused alike", async (type) => {
    expect(await session(`__Host-session=${newSecret(type, cryptoRandom)}`)).toEqual(SIGN_IN_FIRST);
  });

  test("has the role and the plan of this moment, and ends at once with the membership", async () => {
    await account.database.sql`update memberships set role = 'viewer' where user_id = ${member.userId}`;
    await account.database.sql`update households set plan = 'free' where id = ${home}`;
    expect((await session()).body).toMatchObject({ role: "viewer", plan: "free" });
    const trialEndsAt = new Date(account.clock().getTime() + 1);
    await account.database.sql`update households set trial_ends_at = ${trialEndsAt} where id = ${home}`;
    expect((await session()).body).toMatchObject({ plan: "pro" });
    account.clock.advance(1);
    expect((await session()).body).toMatchObject({ plan: "free" });
    await account.database.sql`delete from memberships where user_id = ${member.userId}`;
    expect(await session()).toEqual(SIGN_IN_FIRST);
  });
});

test("signing out ends the session, clears the cookie and is in the home's activity", async () => {
  const response = await account.call("POST", "/api/account/sign-out", { cookie });
  expect(await response.json()).toEqual({ ok: true });
  expect(response.headers.get("Set-Cookie")).toMatch(
    /^__Host-session=; Max-Age=0; Path=\/; HttpOnly; Secure/,
  );
  expect(response.headers.get("Clear-Site-Data")).toBe('"cache", "storage"');
  expect(await session()).toEqual(SIGN_IN_FIRST);
  expect((await activityOf(account, home)).map(({ action }) => action)).toEqual(["signed_out"]);
});

describe("a user's sessions", () => {
  type List = { sessions: { id: string; current: boolean; country: string | null }[] };
  const list = async (as = cookie) =>
    (await answerOf<List>(account.call("GET", "/acts/sessions", { cookie: as }))).body.sessions;

  test("say from which country they were opened, where the platform tells it", async () => {
    const { code, challenge } = await askForCode(account, member.email);
    const signedIn = await account.call("POST", "/api/account/sign-in/code", {
      cookie: null,
      body: { email: member.email, code, challenge },
      headers: { "CF-IPCountry": "ES", "CF-Connecting-IP": "203.0.113.7" },
    });
    const opened = cookieOf(signedIn);
    const countries = (await list(opened)).map(({ country }) => country);
    expect(countries.toSorted()).toEqual(["ES", null]);
  });

  test("are listed with the one at hand marked, and end one by one", async () => {
    const phone = await account.as(member);
    const [other] = (await list()).filter(({ current }) => !current);
    expect(await list()).toHaveLength(2);
    const ended = await account.call("DELETE", `/acts/sessions/${other?.id}`, {
      cookie,
      headers: { "Content-Type": "application/json" },
    });
    expect(await ended.json()).toEqual({ ok: true });
    expect(await session(phone)).toEqual(SIGN_IN_FIRST);
    expect(await list()).toHaveLength(1);
    expect((await activityOf(account, home)).map(({ action }) => action)).toEqual(["session_revoked"]);
  });
});

describe("another home", () => {
  const moveTo = (household_id: unknown) =>
    account.call("PUT", "/api/account/session", { cookie, body: { household_id } });

  test("of one's own is gone to under a new token, with the rights there", async () => {
    const second = await addHome(account.database, "The cabin", "free");
    await addMember(account.database, second, "viewer", member.email);
    const response = await moveTo(second);
    expect(await response.json()).toEqual({ ok: true, household_id: second });
    const moved = cookieOf(response);
    expect(moved).not.toBe(cookie);
    expect(await session()).toEqual(SIGN_IN_FIRST);
    expect((await session(moved)).body).toMatchObject({
      household: { name: "The cabin" },
      role: "viewer",
      plan: "free",
    });
  });
});
