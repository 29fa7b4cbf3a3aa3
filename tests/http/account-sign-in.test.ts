import { beforeEach, describe, expect, test } from "vitest";
import { accountApp } from "../../functions/account/app.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { putSignInLink, withRows } from "../../local/demo/rows.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { activityOf, askForCode, cookieOf, mailTo, openAccount } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { addMember } from "../support/fixtures.ts";
import { cryptoRandom } from "../support/services.ts";

let people = 0;
let email: string;
/** Each test has its own caller, because limits count by address. */
let ip: string;

const account = await openAccount();
beforeEach(() => {
  people += 1;
  email = `person${people}@example.com`;
  ip = `198.51.100.${people}`;
  account.clock.advance(3_700_000);
});

const ask = (address = email) => askForCode(account, address, ip);
type Asked = { code: string; challenge?: string | undefined };
const withCode = ({ code, challenge }: Asked, address = email, headers: Record<string, string> = {}) =>
  account.call("POST", "/api/account/sign-in/code", {
    cookie: null,
    body: { email: address, code, challenge },
    headers: { "CF-Connecting-IP": ip, ...headers },
  });
const withLink = (token: string) =>
  account.call("POST", "/api/account/sign-in/link", { cookie: null, body: { token } });
const sessionOf = async (cookie: string) =>
  await answerOf<Record<string, unknown>>(account.call("GET", "/api/account/session", { cookie }));
/** Returns the same challenge with another code. */
const wrong = ({ code, challenge }: Asked) => ({
  challenge,
  code: String((Number(code) + 1) % 1_000_000).padStart(6, "0"),
});

const NOT_IN = {
  status: 401,
  body: {
    error: "This link or code is wrong, used, expired or from another browser: request a new one",
  },
};

describe("asking for a code", () => {
  test("mails a link and a six-digit code in one message", async () => {
    const { response, code, link, challenge } = await ask();
    expect(await answerOf(response)).toEqual({ status: 200, body: { ok: true, challenge } });
    expect(response.headers.get("Set-Cookie")).toBe(
      `__Host-sign-in=${challenge}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Strict`,
    );
    expect(code).toMatch(/^\d{6}$/);
    expect(link).toMatch(/^hw_sgn_\w{38}$/);
    expect(await mailTo(account, email)).toMatchObject({
      subject: `${code} is your Hearthwatch sign-in code`,
      text: expect.stringContaining("https://hearth.example.net/sign-in/link/"),
    });
  });

  test("answers a member, a stranger and an address over its share alike, in two calls each", async () => {
    await addMember(account.database, account.home, "member", email);
    const seen = new Set<string>();
    for (const address of [email, `stranger-of-${email}`, ...Array(6).fill(email)]) {
      account.database.resetCalls();
      const { response, challenge } = await ask(address);
      const text = (await response.text()).replace(challenge, "its challenge");
      seen.add(`${response.status} ${text} ${[...response.headers.keys()].join()}`);
      expect(account.database.calls()).toBe(2);
    }
    expect(seen.size).toBe(1);
  });

  const mails = () => account.database.sql`select id from outbox where recipient = ${email}`;

  test("mails an address five times an hour for one caller, and others as before", async () => {
    const asks = Array.from({ length: 12 }, () => ask());
    const statuses = (await Promise.all(asks)).map(({ response }) => response.status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await mails()).toHaveLength(5);
    await askForCode(account, email, "192.0.2.77");
    expect(await mails()).toHaveLength(6);
    account.clock.advance(3_600_000);
    await ask();
    expect(await mails()).toHaveLength(7);
  });

  test("mails an address fifteen times an hour from everywhere, and still from where it has signed in", async () => {
    await withCode(await ask());
    account.clock.advance(3_700_000);
    const asks = Array.from({ length: 30 }, (_, index) => askForCode(account, email, `192.0.2.${index}`));
    await Promise.all(asks);
    expect(await mails()).toHaveLength(16);
    await ask();
    expect(await mails()).toHaveLength(17);
  });

  test("is a 409 without a database call where mail is not configured", async () => {
    const unset = { ...account.services.configuredChannels, email: false };
    const app = accountApp({ ...account.services, configuredChannels: unset });
    account.database.resetCalls();
    expect(
      await answerOf(account.call("POST", "/api/account/sign-in", { app, cookie: null, body: { email } })),
    ).toEqual({
      status: 409,
      body: {
        error: "This installation can't send links or codes by mail: ask its operator to set up mail",
      },
    });
    expect(account.database.calls()).toBe(0);
  });

  test("is refused to a caller after twenty an hour, with the time to wait, and fails closed", async () => {
    const asks = Array.from({ length: 25 }, (_, index) => ask(`${index}.${email}`));
    const responses = (await Promise.all(asks)).map(({ response }) => response);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = responses.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("Retry-After"))).toBeLessThanOrEqual(3_600);
    expect(refused?.headers.get("RateLimit-Policy")).toBe('"sign_in";q=20;w=3600');
    account.database.failNext({ kind: "reset_before" }, "affordable");
    const down = await askForCode(account, `down.${email}`, "192.0.2.200");
    expect([down.response.status, down.code]).toEqual([500, ""]);
  });
});

describe("signing in with the code", () => {
  test("makes a person, a home with a 14-day trial and its owner, and sets the cookie", async () => {
    const response = await withCode(await ask());
    expect(response.status).toBe(200);
    const { household_id } = (await response.json()) as { household_id: string };
    expect(response.headers.get("Set-Cookie")).toMatch(
      /^__Host-session=hw_ses_\w{38}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const { body } = await sessionOf(cookieOf(response));
    expect(body).toMatchObject({
      user: { email },
      household: { id: household_id, name: "My home" },
      role: "owner",
      plan: "pro",
      trial_ends_at: new Date(account.clock().getTime() + 14 * 86_400_000).toISOString(),
    });
    const actions = (await activityOf(account, household_id)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(["household_created", "signed_in"]);
  });

  test("again, or with several links and codes at once, is the same person in the same home", async () => {
    const asked = [await ask(), await ask(), await ask()];
    const atOnce = asked.map((each, at) => (at % 2 === 0 ? withCode(each) : withLink(each.link)));
    const responses = [...(await Promise.all(atOnce)), await withCode(await ask())];
    const cookie = cookieOf(responses.at(-1) as Response);
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
    expect((await sessionOf(cookie)).body.households).toHaveLength(1);
  });

  test("works once, also 20 times at once", async () => {
    const asked = await ask();
    const answers = await Promise.all(Array.from({ length: 20 }, () => withCode(asked)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const sessions = await account.database.sql`
      select s.id from sessions s join users u on u.id = s.user_id where u.email = ${email}`;
    expect(sessions).toHaveLength(1);
  });

  test("is one and the same 401 for a code that is wrong, used, expired, another's or was never asked for", async () => {
    const never = newSecret(SECRET_TYPES.signInChallenge, cryptoRandom);
    expect(await answerOf(withCode({ code: "123456", challenge: never }))).toEqual(NOT_IN);
    const first = await ask();
    expect(await answerOf(withCode(wrong(first)))).toEqual(NOT_IN);
    expect(await answerOf(withCode({ ...first, challenge: never }))).toEqual(NOT_IN);
    expect(await answerOf(withCode({ ...first, challenge: "" }))).toMatchObject({ status: 400 });
    const second = await ask();
    if (first.code !== second.code)
      expect(await answerOf(withCode({ ...first, challenge: second.challenge }))).toEqual(NOT_IN);
    expect((await withCode(second)).status).toBe(200);
    expect(await answerOf(withCode(second))).toEqual(NOT_IN);
    const third = await ask();
    account.clock.advance(600_000);
    expect(await answerOf(withCode(third))).toEqual(NOT_IN);
    expect(await answerOf(withLink(third.link))).toEqual(NOT_IN);
  });

  test("ends after five wrong ones, and the link goes on", async () => {
    const asked = await ask();
    for (let tries = 0; tries < 5; tries += 1) expect((await withCode(wrong(asked))).status).toBe(401);
    expect(await answerOf(withCode(asked))).toEqual(NOT_IN);
    expect((await withLink(asked.link)).status).toBe(200);
  });

  test("works by the cookie of the browser that asked, and in no other", async () => {
    const { response, code } = await ask();
    const Cookie = /^[^;]+/.exec(response.headers.get("Set-Cookie") ?? "")?.[0] ?? "";
    expect((await withCode({ code })).status).toBe(401);
    expect((await withCode({ code }, email, { Cookie })).status).toBe(200);
  });
});

test("signing in with the link of the demo is printed by each start, works once and ends the one before", async () => {
  const { connectionString } = account.database;
  const [before, link] = Array.from({ length: 2 }, () => newSecret(SECRET_TYPES.signInLink, cryptoRandom));
  for (const token of [before, link])
    await withRows(connectionString, (rows) => putSignInLink(rows, email, token ?? "", account.clock()));
  expect((await withLink(before ?? "")).status).toBe(401);
  account.clock.advance(3_600_000);
  expect((await withLink(link ?? "")).status).toBe(200);
  expect((await withLink(link ?? "")).status).toBe(401);
});

test("a sign-in never goes on under the cookie that came along, and ends its session", async () => {
  const old = cookieOf(await withCode(await ask()));
  const response = await withCode(await ask(), email, { Cookie: old });
  expect(cookieOf(response)).not.toBe(old);
  expect((await sessionOf(old)).status).toBe(401);
  expect((await sessionOf(cookieOf(response))).status).toBe(200);
});
