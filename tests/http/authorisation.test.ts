import { describe, expect, test } from "vitest";
import { newSecret } from "../../lib/kernel/secret.ts";
import { type Plan, ROLES, type Role, SECRET_TYPES } from "../../schema/vocabulary.ts";
import { countedOtherwise } from "../support/answering.ts";
import { addPhone, headersOf } from "../support/companion.ts";
import { undocumented } from "../support/documented.ts";
import { addApiKey, addHome, addMember, addShareLink } from "../support/fixtures.ts";
import { headerFaults } from "../support/header-faults.ts";
import { appFor, type Group, openHouse, routesOf } from "../support/house.ts";
import type { Place } from "../support/makers.ts";
import {
  API_RIGHTS,
  bodyOf,
  COMPANION_RIGHTS,
  MAKERS,
  type Right,
  SESSION_RIGHTS,
} from "../support/rights.ts";
import { CRON_SECRET, cryptoRandom } from "../support/services.ts";

type Told = { status: number; text: string };

/** A person in a home of their own, with the headers that identify them. */
type Caller = { home: string; userId: string; email: string; headers: Record<string, string> };

const ROLE_FORBIDS = { error: "Your role in this home doesn't allow this" };
const PRO_REQUIRED = { error: "The Pro plan is required" };
const SCOPE_FORBIDS = { error: "This API key can only read: use one with the scope write" };
const JSON_TYPE = { "Content-Type": "application/json", "CF-Connecting-IP": "203.0.113.7" };

const house = await openHouse();

/** Returns an id of the same form that nobody has. */
const unknownLike = (id: string): string => id.replace(/[A-Za-z0-9]{6}$/, "never0");

/** Returns an answer with `ID` in place of the id, so that answers for two ids can be compared. */
async function notified(right: Right, headers: Record<string, string>, id: string): Promise<Told> {
  const [method = "", template = ""] = right.line.split(" ");
  const path = template.replace(":id", id);
  const body = right.body === undefined ? {} : { body: bodyOf(right, id) };
  const answer = await appFor(house, path).request(path, {
    method,
    headers: { ...JSON_TYPE, ...headers },
    ...body,
  });
  expect(await undocumented(method, path, answer)).toEqual([]);
  expect(await headerFaults(answer, true)).toEqual([]);
  expect(countedOtherwise(`${method} ${path}`, answer)).toEqual([]);
  const text = await answer.text();
  return { status: answer.status, text: id === "" ? text : text.replaceAll(id, "ID") };
}

/** The object of a right in another home, shared by all who must not reach it: none of them changes it. */
const nextDoor = new Map<Right, Promise<string>>();

const makes = async ({ makes: maker }: Right, place: Place): Promise<string> =>
  maker === undefined ? "" : await MAKERS[maker](place);

async function makeNextDoor(right: Right): Promise<string> {
  const home = await addHome(house.database, "Next door");
  const caller = await addMember(house.database, home, "owner");
  return await makes(right, { house, home, caller });
}

function thingNextDoor(right: Right): Promise<string> {
  const thing = nextDoor.get(right) ?? makeNextDoor(right);
  nextDoor.set(right, thing);
  return thing;
}

/**
 * Tests every route at the edge of its rights (tests/domain/people/entitlement.test.ts has them all, in the guard's
 * table). The weakest permitted caller gets an answer, and finds nothing of another home. The next weaker role, the
 * Free plan where Pro is needed, and callers without a session are refused before any lookup.
 */
function everyRoute<Who extends string>(
  rights: Right[],
  ladder: readonly Who[],
  enter: (who: Who, plan: Plan) => Promise<Caller>,
  forbids: object,
): void {
  // Callers who are refused, find nothing or only read change nothing, so all such routes share them.
  const onlookers = new Map<string, Promise<Caller>>();
  const enterToLook = (who: Who, plan: Plan): Promise<Caller> => {
    const known = onlookers.get(`${who} ${plan}`) ?? enter(who, plan);
    onlookers.set(`${who} ${plan}`, known);
    return known;
  };
  test.each(rights)("$line finds nothing of another home's, and refuses whoever may not", async (right) => {
    const plan = right.pro ? "pro" : "free";
    expect(right.may).toMatch(/^y+-*$/);
    const [weakest = ladder[0] as Who, below] = ladder.slice(right.may.lastIndexOf("y"));
    expect((await notified(right, {}, "never0")).status).toBe(401);
    const refusals: [Caller, object][] = [];
    if (below !== undefined) refusals.push([await enterToLook(below, plan), forbids]);
    if (right.pro) refusals.push([await enterToLook(weakest, "free"), PRO_REQUIRED]);
    for (const [{ headers }, refused] of refusals) {
      const { status, text } = await notified(right, headers, "never0");
      expect([status, JSON.parse(text)]).toEqual([403, refused]);
    }
    if (right.makes !== undefined) {
      const { headers } = await enterToLook(weakest, plan);
      const id = await thingNextDoor(right);
      const foreign = await notified(right, headers, id);
      expect(foreign.status).toBe(404);
      expect(foreign).toEqual(await notified(right, headers, unknownLike(id)));
    }
    const caller = await (right.line.startsWith("GET ") ? enterToLook : enter)(weakest, plan);
    const own = await makes(right, { house, home: caller.home, caller });
    const { status, text } = await notified(right, caller.headers, own);
    expect([status, text]).toEqual([right.ok ?? 200, text]);
  });
}

async function memberOf(role: Role, plan: Plan) {
  const home = await addHome(house.database, "A home", plan);
  return { home, member: await addMember(house.database, home, role) };
}

describe("by session", () => {
  const enter = async (role: Role, plan: Plan): Promise<Caller> => {
    const { home, member } = await memberOf(role, plan);
    return { ...member, home, headers: { Cookie: await house.as(member) } };
  };
  everyRoute(SESSION_RIGHTS, ROLES, enter, ROLE_FORBIDS);
});

describe("by companion session", () => {
  const enter = async (role: Role, plan: Plan): Promise<Caller> => {
    const { home, member } = await memberOf(role, plan);
    return { ...member, home, headers: headersOf(await addPhone(house.database, member, house.clock())) };
  };
  everyRoute(COMPANION_RIGHTS, ROLES, enter, ROLE_FORBIDS);
});

describe("by API key", () => {
  const enter = async (scope: "read" | "write", plan: Plan): Promise<Caller> => {
    const home = await addHome(house.database, "A home", plan);
    const key = await addApiKey(house.database, home, { scope });
    return {
      home,
      userId: "usr_none",
      email: "none@example.com",
      headers: { Authorization: `Bearer ${key}` },
    };
  };
  everyRoute(API_RIGHTS, ["write", "read"], enter, SCOPE_FORBIDS);
});

describe("by what stands in the path or is the operator's alone", () => {
  const status = async (group: Group, method: string, path: string, sent: RequestInit = {}) => {
    const answer = await house.apps[group].request(path, { method, ...sent });
    expect(await undocumented(method, path, answer)).toEqual([]);
    return answer.status;
  };

  const SCOPES = [
    ["live", { latest: 200, readings: 200, metrics: 404 }],
    ["history", { latest: 200, readings: 200, metrics: 404 }],
    ["metrics", { latest: 200, readings: 200, metrics: 200 }],
  ] as const;
  test.each(SCOPES)("a share link of scope %s, an unknown and a revoked one", async (scope, pages) => {
    const token = await addShareLink(house.database, house.home, { scope });
    const revoked = await addShareLink(house.database, house.home, { scope, revokedAt: new Date(0) });
    const unknown = newSecret(SECRET_TYPES.shareToken, cryptoRandom);
    for (const [page, expected] of Object.entries(pages)) {
      expect([page, await status("share", "GET", `/api/share/${token}/${page}`)]).toEqual([page, expected]);
      for (const dead of [revoked, unknown])
        expect(await status("share", "GET", `/api/share/${dead}/${page}`)).toBe(404);
    }
  });

  test("every cron route is the operator's alone", async () => {
    const secrets = [
      undefined,
      "Bearer",
      `Bearer ${CRON_SECRET}x`,
      `Basic ${CRON_SECRET}`,
      `Bearer ${house.phone.accessToken}`,
    ];
    for (const line of routesOf(house.apps.cron)) {
      const [method = "", path = ""] = line.split(" ");
      for (const Authorization of secrets) {
        const headers = Authorization === undefined ? {} : { Authorization };
        expect([line, await status("cron", method, path, { headers })]).toEqual([line, 401]);
      }
    }
  });
});

describe("the table has every route of", () => {
  const OPEN = /^(POST \/api\/account\/sign-in|GET \/api\/account\/sign-in|POST \/api\/companion\/session$)/;
  const same = (line: string) => line.replace(/:\w+/g, ":id");
  const guarded = (...groups: Group[]) =>
    groups
      .flatMap((group) => routesOf(house.apps[group]))
      .filter((line) => !OPEN.test(line))
      .map(same);
  const linesOf = (rights: Right[]) => rights.map(({ line }) => line);

  test("a home and its people", () => {
    expect(linesOf(SESSION_RIGHTS).sort()).toEqual(guarded("account", "v1").sort());
    expect(linesOf(SESSION_RIGHTS)).toEqual(expect.arrayContaining(linesOf(API_RIGHTS)));
  });

  test("a companion", () => {
    expect(linesOf(COMPANION_RIGHTS).sort()).toEqual(guarded("companion").sort());
  });
});

test("what is between people opens to no API key", async () => {
  const key = await addApiKey(house.database, house.home, { scope: "write" });
  const programs = new Set(API_RIGHTS.map(({ line }) => line));
  const between = SESSION_RIGHTS.filter(({ line }) => !programs.has(line));
  expect(between.length).toBeGreaterThan(0);
  for (const right of between) {
    const { status } = await notified(right, { Authorization: `Bearer ${key}` }, "never0");
    expect([right.line, status]).toEqual([right.line, 401]);
  }
});

describe("a route that opens by key and by session", () => {
  const path = "/api/v1/devices";
  const asked = (headers: Record<string, string>) =>
    appFor(house, path).request(path, { headers: { ...JSON_TYPE, ...headers } });

  test("answers both alike", async () => {
    const key = await addApiKey(house.database, house.home);
    const byKey = await asked({ Authorization: `Bearer ${key}` });
    const bySession = await asked({ Cookie: house.cookie });
    expect(await bySession.json()).toEqual(await byKey.json());
  });

  test("is decided by the key where both are sent", async () => {
    const unknown = newSecret(SECRET_TYPES.apiKey, cryptoRandom);
    const answer = await asked({ Authorization: `Bearer ${unknown}`, Cookie: house.cookie });
    expect(answer.status).toBe(401);
  });

  test("takes a session behind a proxy that asks for a password of its own", async () => {
    const answer = await asked({ Authorization: "Basic aGVhcnRoOmhlYXJ0aA==", Cookie: house.cookie });
    expect(answer.status).toBe(200);
  });

  test("refuses a session's write from another site", async () => {
    const answer = await appFor(house, path).request(path, {
      method: "POST",
      headers: { ...JSON_TYPE, Cookie: house.cookie, "Sec-Fetch-Site": "cross-site" },
      body: JSON.stringify({ name: "Attic" }),
    });
    expect(answer.status).toBe(403);
  });
});
