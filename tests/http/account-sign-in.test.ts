import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountApp } from "../../functions/account/app.ts";
import {
  type Account,
  activityOf,
  askForCode,
  cookieOf,
  mailTo,
  openAccount,
  signInMailTo,
} from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { addMember } from "../support/cast.ts";
import { closedLimiter } from "../support/ports.ts";

let account: Account;
let people = 0;
let email: string;
/** A caller of its own for every test: limits are counted by address. */
let ip: string;

beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.database.close());
beforeEach(() => {
  people += 1;
  email = `person${people}@example.com`;
  ip = `198.51.100.${people}`;
  account.clock.advance(3_700_000);
});

const ask = (address = email) => askForCode(account, address, ip);
const withCode = (code: string, address = email, headers: Record<string, string> = {}) =>
  account.call("POST", "/api/account/sign-in/code", {
    cookie: null,
    body: { email: address, code },
    headers: { "CF-Connecting-IP": ip, ...headers },
  });
const withLink = (token: string) =>
  account.call("POST", "/api/account/sign-in/link", { cookie: null, body: { token } });
const sessionOf = async (cookie: string) =>
  await answerOf<Record<string, unknown>>(account.call("GET", "/api/account/session", { cookie }));
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const NOT_IN = {
  status: 401,
  body: { error: "The link or code is wrong, used or expired: ask for a new one" },
};

describe("asking for a code", () => {
  test("mails a link and a six-digit code in one message", async () => {
    const { response, code, link } = await ask();
    expect(await answerOf(response)).toEqual({ status: 200, body: { ok: true } });
    expect(code).toMatch(/^\d{6}$/);
    expect(link).toMatch(/^hw_sgn_\w{38}$/);
    expect(await mailTo(account, email)).toMatchObject({
      subject: `${code} is your Hearthwatch sign-in code`,
      text: expect.stringContaining("https://hearth.example.net/api/account/sign-in/link/"),
    });
  });

  test("answers a member, a stranger and an address over its share alike, in one call each", async () => {
    await addMember(account.database, account.home, "member", email);
    const seen = new Set<string>();
    for (const address of [email, `stranger-of-${email}`, ...Array(6).fill(email)]) {
      account.database.resetCalls();
      const { response } = await ask(address);
      seen.add(`${response.status} ${await response.text()} ${[...response.headers.keys()].join()}`);
      expect(account.database.calls()).toBe(1);
    }
    expect(seen.size).toBe(1);
  });

  test("knows an address however its letters are typed", async () => {
    await account.call("POST", "/api/account/sign-in", {
      cookie: null,
      body: { email: ` ${email.toUpperCase()} ` },
    });
    expect((await signInMailTo(account, email)).code).toMatch(/^\d{6}$/);
  });

  test.each([
    "",
    "ada",
    "ada@",
    "a b@example.com",
    "ada@example.com\r\nBcc: x@example.com",
    `${"a".repeat(250)}@example.com`,
    7,
    null,
  ])("for %j is a 400 without a database call", async (address) => {
    account.database.resetCalls();
    const response = await account.call("POST", "/api/account/sign-in", {
      cookie: null,
      body: { email: address },
    });
    expect(response.status).toBe(400);
    expect(account.database.calls()).toBe(0);
  });

  test("mails an address five times an hour, however many ask at once", async () => {
    const asks = Array.from({ length: 12 }, (_, index) => askForCode(account, email, `192.0.2.${index}`));
    const statuses = (await Promise.all(asks)).map(({ response }) => response.status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const mails = () => account.database.query("select id from outbox where recipient = $1", [email]);
    expect(await mails()).toHaveLength(5);
    account.clock.advance(3_600_000);
    await ask();
    expect(await mails()).toHaveLength(6);
  });

  test("is refused to a caller after twenty an hour, with the time to wait, and fails closed", async () => {
    const asks = Array.from({ length: 25 }, (_, index) => ask(`${index}.${email}`));
    const responses = (await Promise.all(asks)).map(({ response }) => response);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = responses.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(3_500);
    expect(refused?.headers.get("RateLimit-Policy")).toBe('"sign-in";q=20;w=3600');
    account.database.failNext({ kind: "reset_before" });
    const down = await askForCode(account, `down.${email}`, "192.0.2.200");
    expect([down.response.status, down.code]).toEqual([500, ""]);
  });

  test("counts an IPv6 caller by the /64, and never believes X-Forwarded-For", async () => {
    const asks = Array.from({ length: 22 }, (_, index) =>
      account.call("POST", "/api/account/sign-in", {
        cookie: null,
        body: { email: `${index}.${email}` },
        headers: { "CF-Connecting-IP": `2001:db8:1:2::${index}`, "X-Forwarded-For": `10.0.0.${index}` },
      }),
    );
    const statuses = (await Promise.all(asks)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

describe("signing in with the code", () => {
  test("makes a person, a home with a 14-day trial and its owner, and sets the cookie", async () => {
    const { code } = await ask();
    const response = await withCode(code);
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
      ...{ role: "owner", plan: "pro" },
      trial_ends_at: new Date(account.clock().getTime() + 14 * 86_400_000).toISOString(),
    });
    const actions = (await activityOf(account, household_id)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(["household_created", "signed_in"]);
  });

  test("again is the same person in the same home", async () => {
    const first = (await (await withCode((await ask()).code)).json()) as { household_id: string };
    const second = await withCode((await ask()).code);
    expect(await second.json()).toEqual({ ok: true, household_id: first.household_id });
    expect(await account.database.query("select id from users where email = $1", [email])).toHaveLength(1);
  });

  test("works once, also 20 times at once", async () => {
    const { code } = await ask();
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => withCode(code)))).map(
      (r) => r.status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const sessions = await account.database.query(
      "select s.id from sessions s join users u on u.id = s.user_id where u.email = $1",
      [email],
    );
    expect(sessions).toHaveLength(1);
  });

  test("is one and the same 401 for a code that is wrong, used, expired, void or was never asked for", async () => {
    expect(await answerOf(withCode("123456"))).toEqual(NOT_IN);
    const first = await ask();
    expect(await answerOf(withCode(wrong(first.code)))).toEqual(NOT_IN);
    const second = await ask();
    if (first.code !== second.code) expect(await answerOf(withCode(first.code))).toEqual(NOT_IN);
    expect((await withCode(second.code)).status).toBe(200);
    expect(await answerOf(withCode(second.code))).toEqual(NOT_IN);
    const third = await ask();
    account.clock.advance(600_000);
    expect(await answerOf(withCode(third.code))).toEqual(NOT_IN);
    expect(await answerOf(withLink(third.link))).toEqual(NOT_IN);
  });

  test("ends after five wrong ones, for the right code and the link too", async () => {
    const { code, link } = await ask();
    for (let tries = 0; tries < 5; tries += 1) expect((await withCode(wrong(code))).status).toBe(401);
    expect(await answerOf(withCode(code))).toEqual(NOT_IN);
    expect(await answerOf(withLink(link))).toEqual(NOT_IN);
  });

  test("lets the right one in as the fifth try", async () => {
    const { code } = await ask();
    for (let tries = 0; tries < 4; tries += 1) await withCode(wrong(code));
    expect((await withCode(code)).status).toBe(200);
  });

  test("judges five of a hundred guesses that arrive at once", async () => {
    const { code } = await ask();
    const guesses = Array.from({ length: 100 }, (_, index) => String(index).padStart(6, "0"));
    await Promise.all(guesses.filter((guess) => guess !== code).map((guess) => withCode(guess)));
    const [row] = await account.database.query(
      "select wrong_codes from sign_in_challenges where email = $1",
      [email],
    );
    expect(row).toEqual({ wrong_codes: 5 });
  });

  test("is limited a caller by the shared limiter as well", async () => {
    const limited = accountApp({ ...account.ports, limiter: closedLimiter });
    for (const path of ["code", "link"]) {
      const options = { cookie: null, body: { email, code: "123456", token: "x" }, app: limited };
      expect((await account.call("POST", `/api/account/sign-in/${path}`, options)).status).toBe(429);
    }
  });

  test("of an address does not open with another's code", async () => {
    const { code } = await ask();
    expect((await withCode(code, "ada@example.com")).status).toBe(401);
  });
});

describe("signing in with the link", () => {
  test("shows a page whose one button posts the token; looking at it uses nothing up", async () => {
    const { link } = await ask();
    account.database.resetCalls();
    for (let scans = 0; scans < 3; scans += 1) {
      const page = await account.call("GET", `/api/account/sign-in/link/${link}`, { cookie: null });
      expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "text/html; charset=UTF-8"]);
      expect(await page.text()).toContain(`<input type="hidden" name="token" value="${link}">`);
      expect(page.headers.get("Set-Cookie")).toBeNull();
    }
    expect(account.database.calls()).toBe(0);
    expect((await withLink(link)).status).toBe(200);
  });

  test("sends a browser home with the cookie, a program gets JSON", async () => {
    const { link } = await ask();
    const response = await account.call("POST", "/api/account/sign-in/link", {
      cookie: null,
      body: `token=${link}`,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
    expect((await sessionOf(cookieOf(response))).status).toBe(200);
    expect(await answerOf(withLink(link))).toEqual(NOT_IN);
    expect(await (await withLink((await ask()).link)).json()).toMatchObject({ ok: true });
  });

  test("and the code of one mail together open once", async () => {
    const { code, link } = await ask();
    const statuses = (await Promise.all([withCode(code), withLink(link)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401]);
  });

  test.each(["x", "hw_sgn_00000000000000000000000000000000000000", "<script>"])(
    "that can't be one (%s) costs no database call",
    async (token) => {
      account.database.resetCalls();
      expect(await answerOf(withLink(token))).toEqual(NOT_IN);
      const page = await account.call("GET", `/api/account/sign-in/link/${encodeURIComponent(token)}`);
      expect(page.status).toBe(404);
      expect(account.database.calls()).toBe(0);
    },
  );
});

describe("a sign-in", () => {
  test("never goes on under the cookie that came along, and ends its session", async () => {
    const old = cookieOf(await withCode((await ask()).code));
    const response = await withCode((await ask()).code, email, { Cookie: old });
    expect(cookieOf(response)).not.toBe(old);
    expect((await sessionOf(old)).status).toBe(401);
    expect((await sessionOf(cookieOf(response))).status).toBe(200);
  });

  test("ends nobody's session when the code was wrong", async () => {
    const { code } = await ask();
    await withCode(wrong(code), email, { Cookie: account.cookie });
    const cookie = await account.as(account.ada);
    expect((await sessionOf(cookie)).status).toBe(200);
  });

  test("with made-up fields changes nothing else", async () => {
    const { code } = await ask();
    const body = {
      email,
      code,
      role: "manager",
      plan: "pro",
      household_id: account.home,
      user_id: account.ada.userId,
    };
    const response = await account.call("POST", "/api/account/sign-in/code", { cookie: null, body });
    expect(((await response.json()) as { household_id: string }).household_id).not.toBe(account.home);
    expect((await sessionOf(cookieOf(response))).body).toMatchObject({ user: { email }, role: "owner" });
  });
});
