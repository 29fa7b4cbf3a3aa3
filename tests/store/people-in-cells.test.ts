import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Door } from "../../functions/_doors/door.ts";
import { linkDoor } from "../../functions/_doors/link-door.ts";
import { personDoor } from "../../functions/_doors/person-door.ts";
import { phoneDoor } from "../../functions/_doors/phone-door.ts";
import { type Cell, overCells } from "../../functions/_platform/cells.ts";
import { accountApp } from "../../functions/account/app.ts";
import { companionApp } from "../../functions/companion/app.ts";
import { pagesApp } from "../../functions/pages/app.ts";
import { publicApp } from "../../functions/public/app.ts";
import type { Clock } from "../../lib/kernel/ports.ts";
import { byteaText, secretHash } from "../../lib/kernel/statements.queries.ts";
import { newAlertToken } from "../../lib/messages/links/tokens.ts";
import { moveBetween } from "../../local/cells/move-between.ts";
import { cookieOf, signInMailTo } from "../support/account.ts";
import { openCellApart } from "../support/cell-apart.ts";
import { addPhone, headersOf } from "../support/companion.ts";
import type { TestDatabase } from "../support/database.ts";
import { addAlert, addHome, addMember, addShareLink, signIn } from "../support/fixtures.ts";
import { type House, type HousePorts, openHouse } from "../support/house.ts";
import { cryptoRandom, testPorts } from "../support/ports.ts";

/** The second is a database of its own. */
const NAMES = ["public", "second"] as const;
type Name = (typeof NAMES)[number];
const OTHER: Record<Name, Name> = { public: "second", second: "public" };
const BROWSER = { "Sec-Fetch-Site": "same-origin", "CF-Connecting-IP": "203.0.113.7" };
const APPS = {
  pages: [pagesApp, personDoor],
  account: [accountApp, personDoor],
  companion: [companionApp, () => phoneDoor],
  public: [publicApp, () => linkDoor],
} as const satisfies Record<string, readonly [(ports: HousePorts) => Cell["app"], (clock: Clock) => Door]>;
type Group = keyof typeof APPS;
type Ask = {
  as?: string;
  method?: string;
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
};

let house: House;
let cells: Record<Name, TestDatabase>;
let urls: Record<Name, string>;
let ask: (group: Group, at: Name, path: string, ask?: Ask) => Promise<Response>;
beforeAll(async () => {
  house = await openHouse();
  const second = await openCellApart(house.database, "second");
  cells = { public: house.database, second };
  urls = { public: house.database.connectionString, second: second.url };
  const { db } = testPorts(cells.second, house.clock);
  const ports: Record<Name, HousePorts> = {
    public: { ...house.ports, otherCells: [db] },
    second: { ...house.ports, db, otherCells: [house.ports.db] },
  };
  /** The group of the deployment whose own cell is `at`. */
  const fetches = Object.fromEntries(
    (["pages", "account", "companion", "public"] as const).flatMap((group) =>
      NAMES.map((at) => {
        const [app, doorOf] = APPS[group];
        const places = [at, OTHER[at]].map((name) => ({ app: app(ports[name]), db: ports[name].db }));
        return [`${group} ${at}`, overCells(places, doorOf(house.clock))];
      }),
    ),
  );
  ask = async (group, at, path, { as, body, form, method, headers = {} } = {}) => {
    const sent = form === undefined ? JSON.stringify(body) : new URLSearchParams(form).toString();
    const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
    const isPost = body !== undefined || form !== undefined;
    const request = new Request(`https://hearth.example.net${path}`, {
      method: method ?? (isPost ? "POST" : "GET"),
      headers: {
        ...BROWSER,
        ...(isPost ? { "Content-Type": type } : {}),
        ...(as ? { Cookie: as } : {}),
        ...headers,
      },
      ...(isPost ? { body: sent } : {}),
    });
    return (await fetches[`${group} ${at}`]?.(request)) as Response;
  };
});
afterAll(async () => {
  await cells?.second.close();
  await house?.database.close();
});

const addressOf = (name: Name) => ({ url: urls[name], schema: name });
const move = (home: string, to: Name) =>
  moveBetween(
    { home, from: addressOf(OTHER[to]), to: addressOf(to) },
    // Nobody asks for anything meanwhile.
    { announcedMs: 0, lateMs: 0 },
  );

async function memberIn(name: Name, email: string) {
  const member = await addMember(cells[name], await addHome(cells[name], `Home of ${email}`), "owner", email);
  return { ...member, cookie: await signIn(cells[name], member, house.clock()) };
}

const accountsOf = async (email: string) =>
  Promise.all(
    NAMES.map(
      async (name) => (await cells[name].query("select from users where email = $1", [email])).length,
    ),
  );

/** Asks at the address of `at` for a code, whose mail is in the cell `there`. */
async function codeFor(email: string, at: Name, there: Name, as?: string) {
  house.clock.advance(1_000);
  const asked = await ask("account", at, "/api/account/sign-in", { body: { email }, ...(as ? { as } : {}) });
  const { challenge } = (await asked.json()) as { challenge: string };
  return { challenge, ...(await signInMailTo({ database: cells[there] }, email)) };
}

describe("a person whose home is in another cell", () => {
  test("reads pages, uses the account's routes and the phone app at any address", async () => {
    for (const name of NAMES) {
      const member = await memberIn(name, `reader-${name}@example.com`);
      const phone = await addPhone(cells[name], member, house.clock());
      for (const at of NAMES) {
        const page = await ask("pages", at, "/settings", { as: member.cookie });
        expect([page.status, (await page.text()).includes(`reader-${name}@example.com`)]).toEqual([
          200,
          true,
        ]);
        const session = await ask("account", at, "/api/account/session", { as: member.cookie });
        expect(await session.json()).toMatchObject({ household: { id: member.householdId } });
        expect((await ask("companion", at, "/api/bays", { headers: headersOf(phone) })).status).toBe(200);
      }
    }
  });

  test("stays signed in, browser and phone, when the home moves", async () => {
    const member = await memberIn("public", "mover@example.com");
    const phone = await addPhone(house.database, member, house.clock());
    await move(member.householdId, "second");
    for (const at of NAMES) {
      expect((await ask("pages", at, "/settings", { as: member.cookie })).status).toBe(200);
      expect((await ask("companion", at, "/api/bays", { headers: headersOf(phone) })).status).toBe(200);
    }
    await move(member.householdId, "public");
    expect((await ask("pages", "second", "/settings", { as: member.cookie })).status).toBe(200);
  });

  test("signs in at any address with a code and with a link, and gets no second account", async () => {
    const email = "keyless@example.com";
    await memberIn("second", email);
    const { challenge, code } = await codeFor(email, "public", "second");
    const signedIn = await ask("account", "public", "/api/account/sign-in/code", {
      body: { email, code, challenge },
    });
    expect(signedIn.status).toBe(200);
    expect((await ask("pages", "second", "/settings", { as: cookieOf(signedIn) })).status).toBe(200);
    const { link } = await codeFor(email, "public", "second");
    expect((await ask("pages", "public", `/sign-in/link/${link}`)).status).toBe(200);
    const opened = await ask("pages", "public", `/sign-in/link/${link}`, { form: {} });
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/home"]);
    const { link: posted } = await codeFor(email, "public", "second");
    const body = { token: posted };
    expect((await ask("account", "public", "/api/account/sign-in/link", { body })).status).toBe(200);
    expect(await accountsOf(email)).toEqual([0, 1]);
  });

  test("opens with the mail of before a move the account where it is now", async () => {
    const email = "between@example.com";
    const { householdId } = await memberIn("public", email);
    const { link, code, challenge } = await codeFor(email, "public", "public");
    const other = await codeFor(email, "public", "public");
    await move(householdId, "second");
    const opened = await ask("pages", "public", `/sign-in/link/${link}`, { form: {} });
    expect((await ask("pages", "public", "/settings", { as: cookieOf(opened) })).status).toBe(200);
    const body = { email, code, challenge };
    expect((await ask("account", "public", "/api/account/sign-in/code", { body })).status).toBe(401);
    const good = { email, code: other.code, challenge: other.challenge };
    expect((await ask("account", "public", "/api/account/sign-in/code", { body: good })).status).toBe(200);
    expect(await accountsOf(email)).toEqual([0, 1]);
  });

  test("gets a code for the session that has to be proved, also with an account in both cells", async () => {
    const email = "twofold@example.com";
    await memberIn("public", email);
    const { cookie } = await memberIn("second", email);
    const { challenge, code } = await codeFor(email, "public", "second", cookie);
    const proved = await ask("account", "public", "/api/account/session/prove", {
      as: cookie,
      body: { code, challenge },
    });
    expect(proved.status).toBe(200);
  });

  test("opens the links of messages that were sent before a move", async () => {
    const { householdId, userId } = await memberIn("public", "linked@example.com");
    const { id: alert } = await addAlert(house.database, householdId);
    const short = newAlertToken(cryptoRandom);
    const expiresAt = new Date(house.clock().getTime() + 86_400_000);
    await house.database.query("insert into alert_links values ($1, $2, $3, $4, $5)", [
      byteaText(await secretHash(short)),
      householdId,
      userId,
      [alert],
      expiresAt,
    ]);
    const signed = await house.ports.signAckToken({ alertId: alert, userId, expiresAt });
    const stop = await house.ports.signUnsubscribeToken({ householdId, userId, kind: "weekly" });
    const family = await addShareLink(house.database, householdId);
    await move(householdId, "second");
    expect((await ask("pages", "public", `/a/${short}`, { form: {} })).status).toBe(303);
    const taken = "select from alerts where id = $1 and acknowledged_by = $2";
    expect(await cells.second.query(taken, [alert, userId])).toHaveLength(1);
    for (const path of [`/a/${short}`, `/a/${signed}`, `/s/${family}`])
      expect([path, (await ask("pages", "public", path)).status]).toEqual([path, 200]);
    expect((await ask("public", "public", `/api/alerts/ack/${signed}`, { body: {} })).status).toBe(200);
    expect((await ask("public", "public", `/api/digest/unsubscribe/${stop}`, { body: {} })).status).toBe(200);
  });
});

/** Puts an open invitation into the home of a host. */
async function inviteInto(name: Name, id: string, email: string): Promise<string> {
  const { userId, householdId } = await memberIn(name, `host-of-${id}@example.com`);
  const day = new Date(house.clock().getTime() + 86_400_000);
  await cells[name].query(
    `insert into invitations (id, household_id, email, role, invited_by, expires_at, created_at)
     values ($1, $2, $3, 'member', $4, $5, $6)`,
    [id, householdId, email, userId, day, house.clock()],
  );
  return householdId;
}

const sessionOf = async (at: Name, as: string) =>
  (await (await ask("account", at, "/api/account/session", { as })).json()) as {
    household: { id: string };
    households: { id: string }[];
    invitations: { id: string }[];
  };

describe("a person with homes in two cells", () => {
  const goTo = (at: Name, as: string, household_id: string) =>
    ask("account", at, "/api/account/session", { as, method: "PUT", body: { household_id } });

  test("sees both in one list and goes from one to the other, in a session as old and as proved as before", async () => {
    const email = "both@example.com";
    const [here, there] = [await memberIn("public", email), await memberIn("second", email)];
    const mine = [here.householdId, there.householdId];
    house.clock.advance(3_600_000);
    for (const at of NAMES) {
      const { households } = await sessionOf(at, here.cookie);
      expect(households.map(({ id }) => id)).toEqual(mine);
    }
    const went = await goTo("public", here.cookie, there.householdId);
    expect(went.status).toBe(200);
    const cookie = cookieOf(went);
    expect((await sessionOf("public", cookie)).household.id).toBe(there.householdId);
    expect((await ask("account", "public", "/api/account/session", { as: here.cookie })).status).toBe(401);
    const unproved = await ask("account", "public", "/api/account/household/export.zip", { as: cookie });
    expect(unproved.status).toBe(403);
    const back = await ask("pages", "second", `/settings/homes/${here.householdId}`, {
      as: cookie,
      form: {},
    });
    expect([back.status, back.headers.get("Location")]).toEqual([303, "/home"]);
    expect((await sessionOf("second", cookieOf(back))).household.id).toBe(here.householdId);
    const others = await memberIn("second", "stranger@example.com");
    expect((await goTo("public", cookieOf(back), others.householdId)).status).toBe(404);
  });

  test("enters no account that asks for a passkey, or that is let in no more, by the session of another", async () => {
    const email = "guarded@example.com";
    const [here, there] = [await memberIn("public", email), await memberIn("second", email)];
    await cells.second.query("update users set passkey_required = true where email = $1", [email]);
    expect((await goTo("public", here.cookie, there.householdId)).status).toBe(401);
    await cells.second.query(
      "update users set passkey_required = false, blocked_for = 'spam' where email = $1",
      [email],
    );
    expect((await goTo("public", here.cookie, there.householdId)).status).toBe(404);
    expect((await sessionOf("public", here.cookie)).households).toHaveLength(1);
  });

  test("accepts what another cell's home asks, with the account and passkeys that they have, or declines it", async () => {
    const email = "asked@example.com";
    const { cookie, userId } = await memberIn("public", email);
    await house.database.query(
      `insert into passkeys (id, user_id, credential_id, public_key, signatures, transports, backed_up, name, created_at)
       values ('pky_asked', $1, 'credential-asked', '\\x01', 0, '{}', false, 'Key', now())`,
      [userId],
    );
    const [one, two] = [
      await inviteInto("second", "inv_one", email),
      await inviteInto("second", "inv_two", email),
    ];
    expect((await sessionOf("public", cookie)).invitations).toHaveLength(2);
    const declined = await ask("account", "public", "/api/account/invitations/inv_two/decline", {
      as: cookie,
      body: {},
    });
    expect(declined.status).toBe(200);
    const accepted = await ask("pages", "public", "/settings/invitations/inv_one", { as: cookie, form: {} });
    expect(accepted.headers.get("Location")).toBe("/home");
    expect((await sessionOf("public", cookieOf(accepted))).household.id).toBe(one);
    expect(await cells.second.query("select user_id from passkeys where id = 'pky_asked'")).toEqual([
      { user_id: userId },
    ]);
    expect(
      await cells.second.query("select home from declined_invitations where email = $1", [email]),
    ).toEqual([{ home: two }]);
  });

  test("still has the homes of their own cell while the other is down", async () => {
    const email = "half@example.com";
    const [here, there] = [await memberIn("public", email), await memberIn("second", email)];
    await cells.second.query("alter table second.memberships rename to gone");
    const { households } = await sessionOf("public", here.cookie);
    const refused = await goTo("public", here.cookie, there.householdId);
    await cells.second.query("alter table second.gone rename to memberships");
    expect([households.map(({ id }) => id), refused.status >= 500]).toEqual([[here.householdId], true]);
  });
});

describe("a person whom no cell knows", () => {
  test("begins in the deployment's own cell, and where a home waits for them in that one's", async () => {
    for (const at of NAMES) {
      const email = `new-at-${at}@example.com`;
      const { challenge, code } = await codeFor(email, at, at);
      const body = { email, code, challenge };
      expect((await ask("account", at, "/api/account/sign-in/code", { body })).status).toBe(200);
      expect(await accountsOf(email)).toEqual(NAMES.map((name) => (name === at ? 1 : 0)));
    }
    await inviteInto("second", "inv_guest", "guest@example.com");
    expect((await codeFor("guest@example.com", "public", "second")).code).toMatch(/^\d{6}$/);
  });

  test("is refused what they make up, at every address", async () => {
    const { cookie } = await memberIn("public", "gone@example.com");
    await house.database.query("delete from users where email = 'gone@example.com'");
    for (const at of NAMES) {
      expect((await ask("account", at, "/api/account/session", { as: cookie })).status).toBe(401);
      expect((await ask("pages", at, "/settings", { as: cookie })).headers.get("Location")).toMatch(
        /^\/sign-in/,
      );
      expect((await ask("pages", at, `/a/${newAlertToken(cryptoRandom)}`)).status).toBe(404);
    }
  });
});

describe("while a cell is down", () => {
  test("nobody who may belong to it is called unknown, and the others go on", async () => {
    const own = await memberIn("public", "upright@example.com");
    const { cookie } = await memberIn("second", "down@example.com");
    await cells.second.query("alter table second.sessions rename to gone");
    expect((await ask("pages", "public", "/settings", { as: own.cookie })).status).toBe(200);
    const refused = await ask("pages", "public", "/settings", { as: cookie });
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "30"]);
    const body = { email: "nobody-yet@example.com" };
    expect((await ask("account", "public", "/api/account/sign-in", { body })).status).toBe(503);
    await cells.second.query("alter table second.gone rename to sessions");
    expect((await ask("pages", "public", "/settings", { as: cookie })).status).toBe(200);
  });
});

test("a home of the first cell costs its people no call of another, and one of another none of the first, once it is known", async () => {
  for (const name of NAMES) {
    const { cookie } = await memberIn(name, `counted-${name}@example.com`);
    await ask("pages", "public", "/devices", { as: cookie });
    cells[OTHER[name]].resetCalls();
    expect((await ask("pages", "public", "/devices", { as: cookie })).status).toBe(200);
    expect(cells[OTHER[name]].calls()).toBe(0);
  }
});
