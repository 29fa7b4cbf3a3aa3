import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { may } from "../../lib/domain/entitlement.ts";
import { type Action, PLANS, type Plan, ROLES, type Role } from "../../schema/vocabulary.ts";
import { type Account, openAccount } from "../support/account.ts";
import { addHome, addMember } from "../support/cast.ts";

type Route = {
  method: string;
  path: string;
  body?: unknown;
  /** Null: everyone who is signed in. */
  action: Action | null;
  /** What whoever may do it gets; an id that never was is a 404. */
  status: number;
};

/** Every route behind the session, with requests that change nothing that another cell needs. */
const ROUTES: Route[] = [
  { method: "GET", path: "/api/account/session", action: null, status: 200 },
  {
    method: "PUT",
    path: "/api/account/session",
    body: { household_id: "hh_neverwas" },
    action: null,
    status: 404,
  },
  { method: "GET", path: "/api/account/sessions", action: null, status: 200 },
  { method: "DELETE", path: "/api/account/sessions/sess_neverwas", action: null, status: 404 },
  { method: "GET", path: "/api/account/household", action: "read_home", status: 200 },
  {
    method: "PATCH",
    path: "/api/account/household",
    body: { name: "Home" },
    action: "manage_household",
    status: 200,
  },
  { method: "PUT", path: "/api/account/plan", body: { plan: "gold" }, action: "change_plan", status: 400 },
  { method: "GET", path: "/api/account/members", action: "read_home", status: 200 },
  {
    method: "PATCH",
    path: "/api/account/members/usr_neverwas",
    body: { role: "viewer" },
    action: "manage_members",
    status: 404,
  },
  { method: "DELETE", path: "/api/account/members/usr_neverwas", action: "manage_members", status: 404 },
  { method: "GET", path: "/api/account/invitations", action: "manage_members", status: 200 },
  {
    method: "POST",
    path: "/api/account/invitations",
    body: { email: "x", role: "viewer" },
    action: "manage_members",
    status: 400,
  },
  { method: "DELETE", path: "/api/account/invitations/inv_neverwas", action: "manage_members", status: 404 },
  { method: "POST", path: "/api/account/invitations/inv_neverwas/accept", action: null, status: 404 },
  { method: "GET", path: "/api/account/api-keys", action: "manage_api_keys", status: 200 },
  {
    method: "POST",
    path: "/api/account/api-keys",
    body: { name: "x", scope: "read" },
    action: "manage_api_keys",
    status: 201,
  },
  { method: "DELETE", path: "/api/account/api-keys/api_neverwas", action: "manage_api_keys", status: 404 },
  { method: "GET", path: "/api/account/share-links", action: "manage_share_links", status: 200 },
  {
    method: "POST",
    path: "/api/account/share-links",
    body: { scope: "all" },
    action: "manage_share_links",
    status: 400,
  },
  {
    method: "DELETE",
    path: "/api/account/share-links/shr_neverwas",
    action: "manage_share_links",
    status: 404,
  },
  { method: "GET", path: "/api/account/inbound-tokens", action: "manage_inbound", status: 200 },
  {
    method: "POST",
    path: "/api/account/inbound-tokens",
    body: { name: "x" },
    action: "manage_inbound",
    status: 201,
  },
  {
    method: "DELETE",
    path: "/api/account/inbound-tokens/inb_neverwas",
    action: "manage_inbound",
    status: 404,
  },
  { method: "GET", path: "/api/account/activity", action: "read_activity", status: 200 },
  {
    method: "POST",
    path: "/api/devices/reveal-ingest-key",
    body: { device_id: "dev_neverwas" },
    action: "reveal_ingest_key",
    status: 404,
  },
  {
    method: "GET",
    path: "/api/devices/dev_neverwas/ingest-key-callout",
    action: "reveal_ingest_key",
    status: 404,
  },
  {
    method: "POST",
    path: "/api/devices/dev_neverwas/rotate-ingest-key",
    action: "rotate_ingest_key",
    status: 404,
  },
  { method: "POST", path: "/api/user/pull-setup", body: { feeds: 7 }, action: "manage_feeds", status: 400 },
  { method: "POST", path: "/api/push/fcm", body: { token: "x" }, action: "register_push", status: 200 },
  { method: "DELETE", path: "/api/push/fcm", body: { token: "x" }, action: "remove_push", status: 200 },
  {
    method: "POST",
    path: "/api/account/quiet",
    body: { action: "nap" },
    action: "manage_quiet",
    status: 400,
  },
  { method: "GET", path: "/api/account/alerts", action: "read_home", status: 200 },
  { method: "GET", path: "/api/account/alerts/alr_neverwas", action: "read_home", status: 404 },
  { method: "POST", path: "/api/account/alerts/alr_neverwas/ack", action: "acknowledge_alert", status: 404 },
  { method: "GET", path: "/api/account/rules", action: "read_home", status: 200 },
  { method: "POST", path: "/api/account/rules", body: { name: "x" }, action: "manage_rules", status: 400 },
  { method: "POST", path: "/api/account/rules/simulate", body: {}, action: "manage_rules", status: 400 },
  { method: "GET", path: "/api/account/rules/rul_neverwas", action: "read_home", status: 404 },
  {
    method: "PATCH",
    path: "/api/account/rules/rul_neverwas",
    body: { value: 1 },
    action: "manage_rules",
    status: 404,
  },
  { method: "DELETE", path: "/api/account/rules/rul_neverwas", action: "manage_rules", status: 404 },
  { method: "GET", path: "/api/account/alert-settings", action: "read_home", status: 200 },
  { method: "PUT", path: "/api/account/alert-settings", body: {}, action: "manage_rules", status: 200 },
  {
    method: "GET",
    path: "/api/account/sensors/sen_neverwas/alert-settings",
    action: "read_home",
    status: 404,
  },
  {
    method: "PUT",
    path: "/api/account/sensors/sen_neverwas/alert-settings",
    body: {},
    action: "manage_rules",
    status: 404,
  },
  // Last: it ends the session.
  { method: "POST", path: "/api/account/sign-out", action: null, status: 200 },
];

let account: Account;

beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.database.close());

const cookieFor = async (role: Role, plan: Plan) => {
  const home = await addHome(account.database, "A home", plan);
  return await account.as(await addMember(account.database, home, role));
};
const call = ({ method, path, body }: Route, cookie: string | null) =>
  account.call(method, path, {
    cookie,
    headers: { "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });

const expected = ({ action, status }: Route, role: Role, plan: Plan): number =>
  action === null || may(action, { role, plan }) === "yes" ? status : 403;

describe.each(PLANS)("on the plan %s", (plan) => {
  describe.each(ROLES)("a %s", (role) => {
    let cookie: string;
    beforeAll(async () => {
      cookie = await cookieFor(role, plan);
    });
    test.each(ROUTES)("calls $method $path", async (route) => {
      const response = await call(route, cookie);
      expect(response.status).toBe(expected(route, role, plan));
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(response.headers.get("Strict-Transport-Security")).toMatch(/^max-age=31536000/);
      expect(response.headers.get("Content-Type")).toBe("application/json");
    });
  });
});

test("nobody gets anywhere without a session, and no call is spent on it", async () => {
  account.database.resetCalls();
  for (const route of ROUTES) {
    const response = await call(route, null);
    expect([response.status, await response.json()]).toEqual([401, { error: "Sign in first" }]);
  }
  expect(account.database.calls()).toBe(0);
});

test("the table has every route that the session guards", () => {
  const guarded = account.app.routes
    .filter(({ method, path }) => method !== "ALL" && !path.startsWith("/api/account/sign-in"))
    .map(({ method, path }) => `${method} ${path}`);
  const tested = ROUTES.map(
    ({ method, path }) =>
      `${method} ${path.replace(/(sess|usr|inv|api|shr|inb|dev|alr|rul|sen)_neverwas/, ":id")}`,
  );
  expect(new Set(tested)).toEqual(new Set(guarded));
});

test("a wrong method is a 405 with Allow, an unknown path a 404, both JSON", async () => {
  const wrong = await account.call("DELETE", "/api/account/household");
  expect([wrong.status, wrong.headers.get("Allow")]).toEqual([405, "GET, HEAD, PATCH"]);
  const unknown = await account.call("GET", "/api/account/nope");
  expect([unknown.status, await unknown.json()]).toEqual([404, { error: "Not found" }]);
});
