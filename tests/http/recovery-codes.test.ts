import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { companionApp } from "../../functions/companion/app.ts";
import { verifyHmac } from "../../lib/kernel/web-crypto.vendor.ts";
import { PEOPLE_LIMITS } from "../../lib/people/limits.ts";
import { type Account, activityOf, askForCode, cookieOf, openAccount, pathOf } from "../support/account.ts";
import { answerOf, serverVault } from "../support/api.ts";
import type { Authenticator } from "../support/authenticator.ts";
import { addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { addPasskey, signInWith } from "../support/passkeys.ts";

const MINUTE_MS = 60_000;

let account: Account;
let home: string;
let ada: TestMember;
let cookie: string;

beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.database.close());
beforeEach(async () => {
  account.clock.advance(61 * MINUTE_MS);
  home = await addHome(account.database, "A home");
  ada = await addMember(account.database, home);
  cookie = await account.as(ada);
});

const call = (method: string, path: string, body?: unknown, as: string | null = cookie) =>
  account.call(method, pathOf(path), {
    cookie: as,
    headers: { "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
const send = (...of: Parameters<typeof call>) => answerOf(call(...of));
const makeCodes = async () => (await send("POST", "recovery-codes")).body.recovery_codes as string[];
const rule = (required: boolean, more = {}) => send("PUT", "passkey-rule", { required, ...more });
const left = async () => (await send("GET", "passkeys")).body.recovery_codes_left;

/** An account that asks for a passkey. */
async function askForPasskeys(): Promise<{ codes: string[]; authenticator: Authenticator; id: string }> {
  const passkey = await addPasskey(account, cookie);
  const codes = await makeCodes();
  expect((await rule(true)).status).toBe(200);
  return { codes, ...passkey };
}

/** The subjects of what the person was mailed of recovery codes that were used, oldest first. */
async function mailedOfCodes(): Promise<string[]> {
  const rows = await account.database.query<{ id: string; sealed_message: string }>(
    `select id, sealed_message from outbox where recipient = $1 and dedupe_key like 'recovery\\_code\\_used/%'
     order by created_at`,
    [ada.email],
  );
  const opened = await Promise.all(
    rows.map((row) => serverVault.open("message", row.id, row.sealed_message)),
  );
  return opened.map((each) => String(JSON.parse(each?.text ?? "{}").subject));
}

/** Signs in by a fresh mail's code or link. */
async function byMail(recovery_code?: string, by: "code" | "link" = "code") {
  const { code, challenge, link } = await askForCode(account, ada.email);
  const body = by === "code" ? { email: ada.email, code, challenge } : { token: link };
  return await send("POST", `sign-in/${by}`, { ...body, recovery_code }, null);
}

describe("an account that asks for a passkey", () => {
  test("needs a passkey and recovery codes before it does", async () => {
    expect((await rule(true)).status).toBe(409);
    await addPasskey(account, cookie);
    expect((await rule(true)).status).toBe(409);
    await makeCodes();
    expect((await rule(true)).status).toBe(200);
  });

  test("is not opened by a mailed code or link alone, and is by the passkey alone", async () => {
    const { authenticator } = await askForPasskeys();
    expect((await byMail()).body.error).toContain("needs a passkey");
    expect((await byMail(undefined, "link")).status).toBe(401);
    expect((await signInWith(account, authenticator)).status).toBe(200);
  });

  test.each(["code", "link"] as const)(
    "is opened by a mailed %s with a recovery code, each once",
    async (by) => {
      const { codes } = await askForPasskeys();
      expect((await byMail(codes[0]?.toUpperCase().replaceAll("-", " "), by)).status).toBe(200);
      expect(await left()).toBe(9);
      expect(await byMail(codes[0], by)).toMatchObject({
        status: 401,
        body: { error: expect.stringContaining("recovery code is wrong or was already used") },
      });
      expect((await activityOf(account, home)).map(({ action }) => action)).toContain("recovery_code_used");
    },
  );

  test("has its person mailed, in their language, each time a recovery code was used", async () => {
    const { codes } = await askForPasskeys();
    await byMail("0000-0000-0000-0000-0000-0000");
    await byMail();
    expect(await mailedOfCodes()).toEqual([]);
    await byMail(codes[0]);
    const english = "A recovery code of your Hearthwatch account was used";
    expect(await mailedOfCodes()).toEqual([english]);
    await account.database.query("update users set language = 'es' where id = $1", [ada.userId]);
    await byMail(codes[1], "link");
    await byMail(codes[0]);
    const spanish = "Se ha usado un código de recuperación de su cuenta de Hearthwatch";
    expect(await mailedOfCodes()).toEqual([english, spanish]);
  });

  test("lets one in where one recovery code is used by several at once", async () => {
    const { codes } = await askForPasskeys();
    const mails = [await askForCode(account, ada.email), await askForCode(account, ada.email)];
    const answers = await Promise.all(
      mails.map(({ code, challenge }) =>
        send("POST", "sign-in/code", { email: ada.email, code, challenge, recovery_code: codes[0] }, null),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(await left()).toBe(9);
  });

  test("keeps the mail's link for another try where the recovery code was wrong", async () => {
    const { codes } = await askForPasskeys();
    const { link: token } = await askForCode(account, ada.email);
    const wrong = "0000-0000-0000-0000-0000-0000";
    expect((await send("POST", "sign-in/link", { token, recovery_code: wrong }, null)).status).toBe(401);
    expect((await send("POST", "sign-in/link", { token, recovery_code: codes[1] }, null)).status).toBe(200);
  });

  test("takes nobody else's recovery code", async () => {
    await askForPasskeys();
    const cleo = await account.as(account.cleo);
    const theirs = (await send("POST", "recovery-codes", undefined, cleo)).body.recovery_codes as string[];
    expect((await byMail(theirs[0])).status).toBe(401);
  });

  test("asks for the same before what cannot be undone", async () => {
    const { codes, authenticator } = await askForPasskeys();
    account.clock.advance(11 * MINUTE_MS);
    const prove = async (recovery_code?: string) => {
      const { code, challenge } = await askForCode(account, ada.email);
      const answer = await call("POST", "session/prove", { code, challenge, recovery_code });
      cookie = cookieOf(answer) || cookie;
      return answer.status;
    };
    expect([await prove(), (await send("POST", "keys/revoke", {})).status]).toEqual([401, 403]);
    expect([await prove(codes[0]), (await send("POST", "keys/revoke", {})).status]).toEqual([200, 200]);
    expect(await mailedOfCodes()).toHaveLength(1);
    account.clock.advance(11 * MINUTE_MS);
    const asked = await send("POST", "session/prove/passkey-options");
    const response = authenticator.get(asked.body.options as never);
    expect((await send("POST", "session/prove/passkey", { response })).status).toBe(200);
  });

  test("is not opened by a phone's mailed code alone", async () => {
    const { codes } = await askForPasskeys();
    const app = companionApp({ ...account.ports, verifyHmac });
    const byPhone = async (recovery_code?: string) => {
      const { code, challenge } = await askForCode(account, ada.email);
      const body = JSON.stringify({ email: ada.email, code, challenge, recovery_code });
      const headers = { "Content-Type": "application/json", "CF-Connecting-IP": "203.0.113.7" };
      return (await app.request("/api/companion/session", { method: "POST", body, headers })).status;
    };
    expect([await byPhone(), await byPhone(codes[0])]).toEqual([401, 200]);
    expect(await mailedOfCodes()).toHaveLength(1);
  });

  test("keeps its last passkey, also where two are removed at once, until mail signs in again", async () => {
    const { id } = await askForPasskeys();
    const other = await addPasskey(account, cookie, "Key");
    const removals = await Promise.all([id, other.id].map((each) => send("DELETE", `passkeys/${each}`)));
    expect(removals.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await rule(false)).status).toBe(200);
    expect((await byMail()).status).toBe(200);
  });

  test("signs out everything else on wish as it begins to", async () => {
    const other = await account.as(ada);
    await addPasskey(account, cookie);
    await makeCodes();
    expect((await rule(true, { end_others: true })).body).toEqual({ ok: true, ended: 1 });
    expect((await send("GET", "session", undefined, other)).status).toBe(401);
  });
});

describe("recovery codes", () => {
  test("are ten, stored as hashes alone, and those from before end with new ones", async () => {
    const [old, codes] = [await makeCodes(), await makeCodes()];
    expect(new Set([...old, ...codes]).size).toBe(20);
    expect(codes.every((code) => /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){5}$/.test(code))).toBe(true);
    expect(await left()).toBe(10);
    await addPasskey(account, cookie);
    await rule(true);
    expect([(await byMail(old[0])).status, (await byMail(codes[0])).status]).toEqual([401, 200]);
    const dump = JSON.stringify(await account.database.query("select * from recovery_codes"));
    expect(codes.filter((code) => dump.includes(code.replaceAll("-", "")))).toEqual([]);
  });

  test("ask for a fresh proof, as the rule does", async () => {
    account.clock.advance(11 * MINUTE_MS);
    expect([(await send("POST", "recovery-codes")).status, (await rule(true)).status]).toEqual([403, 403]);
  });

  test("are nothing where mail alone signs in: none is used up", async () => {
    const codes = await makeCodes();
    expect((await byMail(codes[0])).status).toBe(200);
    expect(await left()).toBe(10);
  });

  test("can be guessed five times beside a right code, as codes can", async () => {
    const { codes } = await askForPasskeys();
    const { code, challenge } = await askForCode(account, ada.email);
    const guess = async (recovery_code = "0000-0000-0000-0000-0000-0000") =>
      (await send("POST", "sign-in/code", { email: ada.email, code, challenge, recovery_code }, null)).status;
    for (let tries = 0; tries < PEOPLE_LIMITS.signInCodeTriesMax; tries += 1) expect(await guess()).toBe(401);
    expect([await guess(codes[0]), await left()]).toEqual([401, 10]);
  });
});
