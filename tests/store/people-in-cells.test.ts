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
import { byteaText, secretHash } from "../../lib/kernel/secret-hash.queries.ts";
import { newAlertToken } from "../../lib/messages/links/tokens.ts";
import { foundCell, inSchema } from "../../local/cells/found-cell.ts";
import { moveHome } from "../../local/cells/move-home.ts";
import { cookieOf, signInMailTo } from "../support/account.ts";
import { addPhone, headersOf } from "../support/companion.ts";
import { openDatabaseAt, type TestDatabase } from "../support/database.ts";
import { addAlert, addHome, addMember, addShareLink, signIn } from "../support/fixtures.ts";
import { type House, type HousePorts, openHouse } from "../support/house.ts";
import { cryptoRandom, testPorts } from "../support/ports.ts";

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
type Ask = { as?: string; body?: unknown; form?: Record<string, string>; headers?: Record<string, string> };

let house: House;
let cells: Record<Name, TestDatabase>;
let ask: (group: Group, at: Name, path: string, ask?: Ask) => Promise<Response>;
beforeAll(async () => {
  house = await openHouse();
  const { connectionString } = house.database;
  await foundCell(connectionString, "second");
  cells = { public: house.database, second: await openDatabaseAt(inSchema(connectionString, "second")) };
  const ports: Record<Name, HousePorts> = {
    public: house.ports,
    second: { ...house.ports, db: testPorts(cells.second, house.clock).db },
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
  ask = async (group, at, path, { as, body, form, headers = {} } = {}) => {
    const sent = form === undefined ? JSON.stringify(body) : new URLSearchParams(form).toString();
    const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
    const isPost = body !== undefined || form !== undefined;
    const request = new Request(`https://hearth.example.net${path}`, {
      method: isPost ? "POST" : "GET",
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

const move = (home: string, to: Name) =>
  moveHome(house.database.connectionString, { home, from: OTHER[to], to });

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
    for (const path of [`/a/${short}`, `/a/${signed}`, `/s/${family}`])
      expect([path, (await ask("pages", "public", path)).status]).toEqual([path, 200]);
    expect((await ask("public", "public", `/api/alerts/ack/${signed}`, { body: {} })).status).toBe(200);
    expect((await ask("public", "public", `/api/digest/unsubscribe/${stop}`, { body: {} })).status).toBe(200);
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
    const { userId, householdId } = await memberIn("second", "host@example.com");
    await cells.second.query(
      `insert into invitations (id, household_id, email, role, invited_by, expires_at, created_at)
       values ('inv_guest', $1, 'guest@example.com', 'viewer', $2, $3, $4)`,
      [householdId, userId, new Date(house.clock().getTime() + 86_400_000), house.clock()],
    );
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
  test("nobody who may be of it is told that they are unknown, and the others go on", async () => {
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
    await ask("pages", "public", "/settings", { as: cookie });
    cells[OTHER[name]].resetCalls();
    expect((await ask("pages", "public", "/settings", { as: cookie })).status).toBe(200);
    expect(cells[OTHER[name]].calls()).toBe(0);
  }
});
