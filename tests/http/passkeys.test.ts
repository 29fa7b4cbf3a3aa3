import { Client } from "pg";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { deleteExpired } from "../../lib/jobs/registry.actions.ts";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { activityOf, mailTo, openAccount } from "../support/account.ts";
import { newAuthenticator, type Twist } from "../support/authenticator.ts";
import { addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { addPasskey, askForPasskey, registration, signInWith } from "../support/passkeys.ts";
import { BASE_URL } from "../support/services.ts";

const WAITING =
  "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

let home: string;
let ada: TestMember;
let cookie: string;

const account = await openAccount();
beforeEach(async () => {
  account.clock.advance(61 * MINUTE_MS);
  home = await addHome(account.database, "A home");
  ada = await addMember(account.database, home);
  cookie = await account.as(ada);
});

const send = (method: string, path: string, body?: unknown, as: string | null = cookie) =>
  account.send(method, path, as, body);
const sessionOf = async (as: string) => (await send("GET", "session", undefined, as)).status;

describe("a passkey", () => {
  test("is added, listed and removed, and the person gets a mail", async () => {
    const { id } = await addPasskey(account, cookie);
    expect((await mailTo(account, ada.email))?.subject).toContain("A passkey was added");
    const listed = await send("GET", "passkeys");
    expect(listed.body).toEqual({
      passkeys: [{ id, name: "Phone", created_at: expect.any(String), last_used_at: null }],
    });
    account.clock.advance(1_000);
    expect(await send("DELETE", `passkeys/${id}`)).toEqual({ status: 200, body: { ok: true } });
    expect((await mailTo(account, ada.email))?.subject).toContain("A passkey was removed");
    expect((await activityOf(account, home)).map(({ action }) => action)).toEqual([
      "passkey_added",
      "passkey_removed",
    ]);
  });

  test("signs in by itself, and the session names where it was used", async () => {
    const { authenticator, id } = await addPasskey(account, cookie);
    const signed = await signInWith(account, authenticator);
    expect(signed.status).toBe(200);
    expect((await send("GET", "session", undefined, signed.cookie)).body).toMatchObject({
      user: { id: ada.userId },
      household: { id: home },
    });
    const { passkeys } = (await send("GET", "passkeys")).body as { passkeys: { last_used_at: string }[] };
    expect(passkeys).toMatchObject([{ id, last_used_at: account.clock().toISOString() }]);
  });

  test("that is removed ends the sessions that it opened, and no others but on wish", async () => {
    const { authenticator, id } = await addPasskey(account, cookie);
    const { cookie: byPasskey } = await signInWith(account, authenticator);
    const byMail = await account.as(ada);
    expect((await send("DELETE", `passkeys/${id}`)).body).toEqual({ ok: true });
    expect([await sessionOf(byPasskey), await sessionOf(byMail), await sessionOf(cookie)]).toEqual([
      401, 200, 200,
    ]);
    const next = await addPasskey(account, cookie);
    expect((await send("DELETE", `passkeys/${next.id}?end_others=true`)).body).toEqual({ ok: true });
    expect([await sessionOf(byMail), await sessionOf(cookie)]).toEqual([401, 200]);
  });

  test("that is removed while it signs in leaves no session, whichever is first", async () => {
    const { authenticator, id } = await addPasskey(account, cookie);
    const other = new Client({ connectionString: account.database.connectionString });
    await other.connect();
    await other.query("begin");
    await other.query("select 1 from passkeys where id = $1 for update", [id]);
    const waiting = (count: number) =>
      vi.waitFor(async () => expect(await account.database.query(WAITING)).toHaveLength(count), 10_000);
    const signing = signInWith(account, authenticator);
    await waiting(1);
    const removing = send("DELETE", `passkeys/${id}`);
    await waiting(2);
    await other.query("commit");
    await other.end();
    expect((await removing).status).toBe(200);
    expect(await sessionOf((await signing).cookie)).toBe(401);
  });

  test("stays within twenty a person, also where they are added at once", async () => {
    await account.database.query(
      `insert into passkeys (id, user_id, credential_id, public_key, signatures, transports, name, created_at)
        select $1 || n, $1, $1 || n, '\\x00', 0, '{}', 'n', now() from generate_series(1, 19) n`,
      [ada.userId],
    );
    const bodies = await Promise.all([registration(account, cookie), registration(account, cookie)]);
    const answers = await Promise.all(bodies.map((body) => send("POST", "passkeys", body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

describe("a passkey is not added", () => {
  test("without a fresh proof", async () => {
    account.clock.advance(11 * MINUTE_MS);
    expect((await send("POST", "passkey-options")).status).toBe(403);
    expect((await send("POST", "passkeys", {})).status).toBe(403);
  });

  test("to the account of somebody else's session", async () => {
    const body = await registration(account, await account.as(account.cleo));
    expect((await send("POST", "passkeys", body)).status).toBe(409);
    const mine = await registration(account, cookie);
    expect((await send("POST", "passkeys", mine, await account.as(ada))).status).toBe(409);
  });

  test("twice by one answer, nor by anybody who has seen it", async () => {
    const body = await registration(account, cookie);
    const both = await Promise.all([send("POST", "passkeys", body), send("POST", "passkeys", body)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test("that another person has already", async () => {
    const authenticator = newAuthenticator(BASE_URL);
    const first = await registration(account, cookie, { authenticator });
    expect((await send("POST", "passkeys", first)).status).toBe(201);
    const cleo = await account.as(account.cleo);
    const again = await registration(account, cleo, { authenticator });
    expect((await send("POST", "passkeys", again, cleo)).status).toBe(409);
  });

  test.each<[string, Twist]>([
    ["made on another site", { origin: "https://evil.example.com" }],
    ["made for another address", { rpId: "evil.example.com" }],
    ["whose authenticator verified nobody", { unverified: true }],
    ["under a challenge of one's own", { challenge: "bXkgb3du" }],
    ["with a statement of its maker", { fmt: "tpm" }],
  ])("%s", async (_, twist) => {
    const body = await registration(account, cookie, { twist });
    expect((await send("POST", "passkeys", body)).status).toBe(409);
    expect((await send("GET", "passkeys")).body).toMatchObject({ passkeys: [] });
  });
});

describe("a passkey's answer lets nobody in", () => {
  test.each<[string, Twist]>([
    ["from another site", { origin: "https://evil.example.com" }],
    ["for another address", { rpId: "evil.example.com" }],
    ["without the person verified", { unverified: true }],
    ["in another site's frame", { topOrigin: "https://evil.example.com" }],
    ["in the name of somebody else", { userHandle: Buffer.from("usr_else").toString("base64url") }],
    ["whose count falls behind, as a copy's does", { counter: 1 }],
  ])("%s", async (_, twist) => {
    const { authenticator } = await addPasskey(account, cookie);
    expect((await signInWith(account, authenticator)).status).toBe(200);
    expect(await signInWith(account, authenticator, twist)).toMatchObject({ status: 401, cookie: "" });
  });

  test("that nobody has added", async () => {
    expect((await signInWith(account, newAuthenticator(BASE_URL))).status).toBe(401);
  });

  test("twice, not even at once", async () => {
    const { authenticator } = await addPasskey(account, cookie);
    const { options, cookie: nonce } = await askForPasskey(account);
    const body = { response: authenticator.get(options, { counter: 0 }) };
    const answers = await Promise.all([1, 2, 3].map(() => send("POST", "sign-in/passkey", body, nonce)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([401, 401, 401]);
    const right = { response: authenticator.get(options) };
    const raced = await Promise.all([1, 2, 3].map(() => send("POST", "sign-in/passkey", right, nonce)));
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  test("in a browser that did not ask, nor after five minutes", async () => {
    const { authenticator } = await addPasskey(account, cookie);
    const [mine, theirs] = [await askForPasskey(account), await askForPasskey(account)];
    const body = { response: authenticator.get(mine.options) };
    expect((await send("POST", "sign-in/passkey", body, theirs.cookie)).status).toBe(401);
    expect((await send("POST", "sign-in/passkey", body, null)).status).toBe(401);
    account.clock.advance(5 * MINUTE_MS);
    expect((await send("POST", "sign-in/passkey", body, mine.cookie)).status).toBe(401);
  });

  test("and what was used up is forgotten once its time is over", async () => {
    const { authenticator } = await addPasskey(account, cookie);
    await signInWith(account, authenticator);
    account.clock.advance(6 * MINUTE_MS);
    await deleteExpired(account.services);
    expect(await account.database.sql`select 1 from used_passkey_challenges`).toEqual([]);
  });
});
