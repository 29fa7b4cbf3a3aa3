import { beforeEach, describe, expect, test } from "vitest";
import { newSecret } from "../../lib/kernel/secret.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/kernel/time.ts";
import type { TokenPair } from "../../lib/pucks/claim.ts";
import { activityOf, askForCode } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { addPhone, headersOf, openCompanion, type Phone, renewedPair } from "../support/companion.ts";
import { addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { cryptoRandom } from "../support/services.ts";

const SIGN_IN_AGAIN = {
  status: 401,
  body: { error: "Sign in again: the companion session is unknown, expired or ended" },
};

let home: string;
let member: TestMember;
let phone: Phone;

const companion = await openCompanion();
beforeEach(async () => {
  ({ home, member, phone } = await companion.newHome());
  companion.database.resetCalls();
});

const pucks = (as: TokenPair | null = phone) => companion.tell("GET", "/api/pucks", { phone: as });
const statusOf = async (as: TokenPair) => (await pucks(as)).status;

type SignedIn = { access_token: string; refresh_token: string; expires_at: string; household_id: string };
const signIn = (body: unknown) =>
  answerOf<SignedIn>(companion.tell("POST", "/api/companion/session", { phone: null, body }));

describe("signing in", () => {
  test("exchanges an emailed code for a working pair, once", async () => {
    const { code, challenge } = await askForCode(companion, member.email);
    const { status, body } = await signIn({ email: member.email.toUpperCase(), code, challenge });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^hw_acc_\w{38}$/),
      refresh_token: expect.stringMatching(/^hw_ref_\w{38}$/),
      expires_at: new Date(companion.clock().getTime() + 15 * MINUTE_MS).toISOString(),
      household_id: home,
    });
    expect(await statusOf({ accessToken: body.access_token, refreshToken: body.refresh_token })).toBe(200);
    expect(await activityOf(companion, home)).toMatchObject([
      { action: "signed_in", subject: expect.stringMatching(/^cmp_/), ip: "203.0.113.7" },
    ]);
    expect((await signIn({ email: member.email, code, challenge })).status).toBe(401);
  });

  test("opens the home that is asked for, and none that is not theirs", async () => {
    const second = await addHome(companion.database, "The cabin");
    await addMember(companion.database, second, "member", member.email);
    const { code, challenge } = await askForCode(companion, member.email);
    const ask = { email: member.email, code, challenge };
    const foreign = await signIn({ ...ask, household_id: companion.otherHome });
    expect(foreign).toEqual({ status: 404, body: { error: "You have no home with that id" } });
    const { body } = await signIn({ ...ask, household_id: second });
    expect(body.household_id).toBe(second);
  });
});

describe("a good access token", () => {
  test("goes through in one call more than the work, hands out nothing and is never cached", async () => {
    const answer = await pucks();
    expect(answer.status).toBe(200);
    expect(companion.database.calls()).toBe(2);
    expect(renewedPair(answer)).toBeNull();
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });

  test("wants its refresh token beside it, and both in form: else it costs no call", async () => {
    const { Authorization = "" } = headersOf(phone);
    const wrong = `${phone.refreshToken.slice(0, -1)}_`;
    const attempts: Record<string, string>[] = [
      {},
      { Authorization },
      { "X-SB-Refresh-Token": phone.refreshToken },
      { Authorization, "X-SB-Refresh-Token": "" },
      { Authorization, "X-SB-Refresh-Token": wrong },
      { Authorization, "X-SB-Refresh-Token": phone.accessToken },
      { ...headersOf(phone), Authorization: phone.accessToken },
      { ...headersOf(phone), Authorization: `Basic ${phone.accessToken}` },
      { ...headersOf(phone), Authorization: `Bearer ${newSecret("ses", cryptoRandom)}` },
    ];
    for (const headers of attempts) {
      const answer = await companion.tell("GET", "/api/pucks", { phone: null, headers });
      expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
      expect(await answerOf(answer)).toEqual(SIGN_IN_AGAIN);
    }
    expect(companion.database.calls()).toBe(0);
  });

  test("ends with the membership, and follows the role, at once", async () => {
    const set = "update memberships set role = 'viewer' where user_id = $1";
    await companion.database.query(set, [member.userId]);
    const register = await companion.tell("POST", "/api/pucks/register", { phone, body: {} });
    expect(register.status).toBe(403);
    await companion.send("DELETE", `members/${member.userId}`, await companion.as(member));
    expect(await answerOf(pucks())).toEqual(SIGN_IN_AGAIN);
    companion.clock.advance(15 * MINUTE_MS);
    expect(await answerOf(pucks())).toEqual(SIGN_IN_AGAIN);
    await addMember(companion.database, home, "member", member.email);
    expect(await answerOf(pucks())).toEqual(SIGN_IN_AGAIN);
  });
});

describe("an expired access token", () => {
  test("is good to the millisecond", async () => {
    companion.clock.advance(15 * MINUTE_MS - 1);
    expect(renewedPair(await pucks())).toBeNull();
    companion.clock.advance(1);
    expect(renewedPair(await pucks())).not.toBeNull();
  });

  test("with a good refresh token goes through and hands out a new pair, whatever the answer is", async () => {
    companion.clock.advance(15 * MINUTE_MS);
    const answer = await companion.tell("DELETE", "/api/pucks/nobody", { phone });
    expect(answer.status).toBe(404);
    const renewed = renewedPair(answer);
    expect(renewed?.accessToken).toMatch(/^hw_acc_/);
    expect(renewed?.refreshToken).toMatch(/^hw_ref_/);
    const next = await pucks(renewed);
    expect([next.status, renewedPair(next)]).toEqual([200, null]);
  });

  test("with somebody else's refresh token is somebody else, and no mixture", async () => {
    const other = await companion.newHome();
    companion.clock.advance(15 * MINUTE_MS);
    const mixed = { accessToken: phone.accessToken, refreshToken: other.phone.refreshToken };
    const renewed = renewedPair(await pucks(mixed));
    expect(renewed).not.toBeNull();
    const [session] = await companion.database.sql<{ household_id: string }>`
      select household_id from companion_sessions where id = ${other.phone.sessionId}
      and access_expires_at > ${companion.clock()}`;
    expect(session?.household_id).toBe(other.home);
    expect(await statusOf(phone)).toBe(200);
  });

  test("renews for as long as it is used within sixty days, up to a year", async () => {
    companion.clock.advance(60 * DAY_MS);
    expect(await answerOf(pucks())).toEqual(SIGN_IN_AGAIN);
    let pair: TokenPair | null = await addPhone(companion.database, member, companion.clock());
    for (let days = 0; days < 354; days += 59) {
      companion.clock.advance(59 * DAY_MS);
      const answer: Response = await pucks(pair);
      expect(answer.status).toBe(200);
      pair = renewedPair(answer);
    }
    companion.clock.advance(11 * DAY_MS);
    expect(await answerOf(pucks(pair))).toEqual(SIGN_IN_AGAIN);
  });
});

describe("a spent refresh token", () => {
  test("in twenty parallel calls lets all of them through, with one and the same new pair", async () => {
    companion.clock.advance(15 * MINUTE_MS);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pucks()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const pairs = answers.map(renewedPair);
    expect(new Set(pairs.map((pair) => JSON.stringify(pair)))).toHaveLength(1);
    expect(await statusOf(pairs[0] ?? phone)).toBe(200);
  });

  test("still passes for half a minute and brings the same pair", async () => {
    companion.clock.advance(15 * MINUTE_MS);
    const first = renewedPair(await pucks());
    companion.clock.advance(29_999);
    expect(renewedPair(await pucks())).toEqual(first);
  });

  test("ends the whole family afterwards, and says so in the activity", async () => {
    companion.clock.advance(15 * MINUTE_MS);
    const renewed = renewedPair(await pucks()) ?? phone;
    companion.clock.advance(30_000);
    expect(await answerOf(pucks())).toEqual(SIGN_IN_AGAIN);
    expect(await answerOf(pucks(renewed))).toEqual(SIGN_IN_AGAIN);
    expect(await activityOf(companion, home)).toMatchObject([
      { action: "companion_session_ended", subject: phone.sessionId },
    ]);
  });

  test("leaves no sealed pair behind once its time is over", async () => {
    let pair: TokenPair = phone;
    for (let turn = 0; turn < 3; turn += 1) {
      companion.clock.advance(15 * MINUTE_MS);
      pair = renewedPair(await pucks(pair)) ?? phone;
    }
    const rows = await companion.database.sql`
      select 1 from companion_refresh_tokens where session_id = ${phone.sessionId}
      and sealed_successor is not null`;
    expect(rows).toHaveLength(1);
  });

  test("ends no other phone of the same person", async () => {
    const second = await addPhone(companion.database, member, companion.clock());
    companion.clock.advance(15 * MINUTE_MS);
    await pucks();
    companion.clock.advance(30_000);
    await pucks();
    expect(await statusOf(second)).toBe(200);
  });
});

describe("ending a session", () => {
  test("by signing out ends both tokens", async () => {
    const answer = await answerOf(companion.tell("DELETE", "/api/companion/session", { phone }));
    expect(answer).toEqual({ status: 200, body: { ok: true } });
    expect(await answerOf(pucks())).toEqual(SIGN_IN_AGAIN);
    companion.clock.advance(15 * MINUTE_MS);
    expect(await answerOf(pucks())).toEqual(SIGN_IN_AGAIN);
  });

  test("works from the list of the account's sessions", async () => {
    const cookie = await companion.as(member);
    const list = await answerOf<{ sessions: { id: string }[] }>(
      companion.call("GET", "/acts/sessions", { cookie }),
    );
    expect(list.body.sessions).toHaveLength(2);
    expect(list.body.sessions).toContainEqual({
      id: phone.sessionId,
      kind: "companion",
      household_id: home,
      user_agent: "a phone",
      address: null,
      country: null,
      current: false,
      created_at: companion.clock().toISOString(),
      last_used_at: companion.clock().toISOString(),
      expires_at: new Date(companion.clock().getTime() + 60 * DAY_MS).toISOString(),
    });
    const end = (as: string) => companion.call("DELETE", `/acts/sessions/${phone.sessionId}`, { cookie: as });
    expect((await end(await companion.as(companion.cleo))).status).toBe(404);
    expect((await end(cookie)).status).toBe(200);
    expect(await answerOf(pucks())).toEqual(SIGN_IN_AGAIN);
    expect((await end(cookie)).status).toBe(404);
  });
});
