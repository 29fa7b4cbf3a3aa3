import { beforeEach, describe, expect, test } from "vitest";
import { activityOf, askForCode, cookieOf, openAccount } from "../support/account.ts";
import { addContactPoint } from "../support/contacts.ts";
import { addHome, addMember, type TestMember } from "../support/fixtures.ts";

let home: string;
let ada: TestMember;
let bea: TestMember;
let cookie: string;
let beas: string;

const account = await openAccount();
/** Two owners of a home. */
beforeEach(async () => {
  account.clock.advance(3_700_000);
  home = await addHome(account.database, "A home");
  ada = await addMember(account.database, home);
  bea = await addMember(account.database, home);
  cookie = await account.as(ada);
  beas = await account.as(bea);
});

type Made = { id: string };
type Body = Record<string, unknown> & { error?: string };
const send = (method: string, path: string, body?: unknown, as = cookie) =>
  account.send<Body>(method, path, as, body);
const invite = async (email: string, role = "owner", as = beas) =>
  (await send("POST", "invitations", { email, role }, as)).body.invitation as Made;
const actions = async () => (await activityOf(account, home)).map(({ action }) => action);

/** Creates one secret of each kind as Bea; returns their ids. */
async function handOut(as = beas) {
  const key = await send("POST", "api-keys", { name: "k", scope: "write" }, as);
  const link = await send("POST", "share-links", { scope: "live" }, as);
  const token = await send("POST", "inbound-tokens", { name: "t" }, as);
  return {
    api_key: (key.body.api_key as Made).id,
    share_link: (link.body.share_link as Made).id,
    inbound_token: (token.body.inbound_token as Made).id,
  };
}

const working = async (as = cookie) => {
  const { body } = await send("GET", "keys", undefined, as);
  const { api_keys, share_links, inbound_tokens } = body as Record<string, Made[]>;
  return [api_keys?.length, share_links?.length, inbound_tokens?.length];
};

const ENDS: [string, () => Promise<{ status: number }>][] = [
  ["is removed", () => send("DELETE", `members/${bea.userId}`)],
  ["is demoted", () => send("PATCH", `members/${bea.userId}`, { role: "manager" })],
  ["leaves", () => send("DELETE", `members/${bea.userId}`, undefined, beas)],
  ["steps down", () => send("PATCH", `members/${bea.userId}`, { role: "member" }, beas)],
];

describe("an owner who", () => {
  test.each(ENDS)("%s takes their open invitations along", async (_, end) => {
    const mallory = await account.as(
      await addMember(account.database, await addHome(account.database), "owner"),
    );
    const { body } = await send("GET", "session", undefined, mallory);
    const { email } = body.user as { email: string };
    const { id } = await invite(email);
    const kept = await invite(`guest-of-${email}`, "viewer", cookie);
    expect((await end()).status).toBe(200);
    expect((await send("POST", `invitations/${id}/accept`, undefined, mallory)).status).toBe(404);
    expect((await send("GET", "session", undefined, mallory)).body).toMatchObject({ invitations: [] });
    expect((await send("GET", "invitations")).body).toMatchObject({ invitations: [{ id: kept.id }] });
    expect(await actions()).toContain("invitation_revoked");
  });

  test.each([
    ["loses", "?revoke_keys=true", 1],
    ["leaves", "", 2],
  ])(
    "is removed %s the keys, links and tokens that they made as the remover says",
    async (_, query, left) => {
      await handOut();
      await handOut(cookie);
      expect((await send("DELETE", `members/${bea.userId}${query}`)).body).toEqual({ ok: true });
      expect(await working()).toEqual([left, left, left]);
      const revoked = (await actions()).filter((action) => action.endsWith("_revoked")).toSorted();
      const all = ["api_key_revoked", "inbound_token_revoked", "share_link_revoked"];
      expect(revoked).toEqual(left === 1 ? all : []);
    },
  );

  test("leaves the last owner alone ends nothing", async () => {
    await handOut();
    await send("DELETE", `members/${ada.userId}`, undefined, beas);
    const { id } = await invite("last-guest@example.com");
    expect((await send("DELETE", `members/${bea.userId}?revoke_keys=true`, undefined, beas)).status).toBe(
      409,
    );
    expect((await send("GET", "invitations", undefined, beas)).body).toMatchObject({ invitations: [{ id }] });
    expect((await send("GET", "keys", undefined, beas)).body).toMatchObject({ api_keys: [{}] });
  });

  test("is being removed adds nothing that outlives it, whatever arrives at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const eve = await addMember(account.database, home);
      const eves = await account.as(eve);
      await Promise.all([
        send("DELETE", `members/${eve.userId}?revoke_keys=true`),
        ...Array.from({ length: 3 }, (_, index) => invite(`e${round}${index}@example.com`, "owner", eves)),
        ...Array.from({ length: 3 }, () => handOutQuietly(eves)),
      ]);
      expect((await send("GET", "invitations")).body).toEqual({ invitations: [] });
      expect(await working()).toEqual([0, 0, 0]);
    }
  });

  test("is removed while what they send still arrives changes nobody any more", async () => {
    const carl = await addMember(account.database, home, "viewer");
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const headers = { Cookie: beas, "Sec-Fetch-Site": "same-origin" };
    const init = { method: "PATCH", headers, body: readable, duplex: "half" } as const;
    const promoted = account.acts.request(new Request(`http://localhost/acts/members/${carl.userId}`, init));
    expect((await send("DELETE", `members/${bea.userId}`)).status).toBe(200);
    await new Blob(['{"role":"owner"}']).stream().pipeTo(writable);
    expect((await promoted).status).toBe(409);
    expect((await send("GET", "members")).body.members).toMatchObject([
      { role: "owner" },
      { role: "viewer" },
    ]);
  });

  const handOutQuietly = (as: string) =>
    Promise.all([
      send("POST", "api-keys", { name: "k", scope: "write" }, as),
      send("POST", "share-links", { scope: "live" }, as),
      send("POST", "inbound-tokens", { name: "t" }, as),
    ]);
});

test.each([
  [...(ENDS[0] ?? []), false],
  [...(ENDS[2] ?? []), false],
  ["deletes their account", () => send("DELETE", "user", undefined, beas), false],
  ["removes their number", () => send("PATCH", "notifications", { phone: null }, beas), true],
] as [string, () => Promise<{ status: number }>, boolean][])(
  "nothing that waits goes to a member who %s, unless others share the address",
  async (_, end, isMember) => {
    const { sql } = account.database;
    const [own, shared] = [`+1555${home}`, `+1666${home}`];
    const waiting = (recipient: string, of = home) => sql`
    insert into outbox (id, household_id, channel, recipient, dedupe_key, kind, sealed_message, next_attempt_at, created_at)
    values (${recipient + of}, ${of}, ${recipient.startsWith("+") ? "sms" : "email"}, ${recipient},
    ${recipient + of}, 'alert', '', now(), now())`;
    for (const phone of [own, shared]) await addContactPoint(account.database, bea.userId, "sms", phone);
    await addContactPoint(account.database, ada.userId, "sms", shared);
    for (const recipient of [own, shared, ada.email, bea.email]) await waiting(recipient);
    await waiting(bea.email, account.home);
    expect((await end()).status).toBe(200);
    const left = [shared, ada.email, ...(isMember ? [bea.email] : []), bea.email];
    expect(
      await sql`select recipient from outbox where kind = 'alert' and state = 'pending' and (household_id = ${home}
    or recipient = ${bea.email}) order by id`,
    ).toEqual(left.map((recipient) => ({ recipient })));
  },
);

describe("what a member handed out", () => {
  test("is shown to the owner, and to nobody below", async () => {
    const ids = await handOut();
    const { body } = await send("GET", "keys");
    expect(body).toMatchObject({
      api_keys: [{ id: ids.api_key }],
      share_links: [{ id: ids.share_link }],
      inbound_tokens: [{ id: ids.inbound_token }],
    });
    await send("PATCH", `members/${bea.userId}`, { role: "manager" });
    expect((await send("GET", "keys", undefined, beas)).status).toBe(403);
  });

  test("of another home is never touched", async () => {
    const elsewhere = await addHome(account.database, "Elsewhere");
    const asBea = await account.as(await addMember(account.database, elsewhere, "owner", bea.email));
    await handOut(asBea);
    await send("DELETE", `members/${bea.userId}`);
    expect(await working(asBea)).toEqual([1, 1, 1]);
  });
});

test("a newcomer gets a home of their own, and joins another only by accepting", async () => {
  const { id } = await invite("newcomer@example.com", "member");
  const { code, challenge } = await askForCode(account, "newcomer@example.com");
  const body = { email: "newcomer@example.com", code, challenge };
  const answer = await account.call("POST", "/api/account/sign-in/code", { cookie: null, body });
  const theirs = cookieOf(answer);
  const { body: session } = await send("GET", "session", undefined, theirs);
  expect(session).toMatchObject({
    household: { name: "My home" },
    role: "owner",
    invitations: [{ id, household_id: home }],
  });
  expect((session.households as unknown[]).length).toBe(1);
  expect((await send("POST", `invitations/${id}/accept`, undefined, theirs)).body).toEqual({
    ok: true,
    household_id: home,
  });
  const { body: after } = await send("GET", "session", undefined, theirs);
  expect(after).toMatchObject({ household: { name: "My home" }, invitations: [] });
  expect((after.households as unknown[]).length).toBe(2);
});
