import { expect, test } from "vitest";
import { openAccount } from "../support/account.ts";

const account = await openAccount();

/** `http://localhost` is the origin of the requests themselves. */
const ORIGINS = [
  undefined,
  "https://hearth.example.net",
  "http://localhost",
  "https://evil.example",
  "https://hearth.example.net.evil.example",
  "null",
] as const;
const OUR_ORIGINS: readonly unknown[] = ["https://hearth.example.net", "http://localhost"];
const SITES = [undefined, "same-origin", "none", "same-site", "cross-site"] as const;
const TYPES = [
  undefined,
  "application/json",
  "application/json; charset=utf-8",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
] as const;
/** A route for each method. The requests change nothing. */
const ROUTES = {
  POST: "/api/v1/alerts/alr_neverwas/ack",
  PUT: "/api/account/session",
  PATCH: "/api/v1/household",
  DELETE: "/api/v1/devices/dev_neverwas",
} as const;

type Cell = { method: keyof typeof ROUTES; origin?: string; site?: string; type?: string };

const isAllowed = ({ origin, site, type }: Cell): boolean => {
  if (site !== undefined) return site === "same-origin" || site === "none";
  if (origin !== undefined) return OUR_ORIGINS.includes(origin);
  return type?.startsWith("application/json") ?? false;
};

/** All combinations for one method, and for the others one that is refused and one that isn't. */
const cells = [
  ...ORIGINS.flatMap((origin) =>
    SITES.flatMap((site) => TYPES.map((type) => ({ method: "PUT", origin, site, type }) as Cell)),
  ),
  ...(["POST", "PATCH", "DELETE"] as const).flatMap((method): Cell[] => [
    { method, site: "cross-site", type: "application/json" },
    { method, origin: "https://evil.example", type: "application/json" },
    { method, type: "text/plain" },
    { method, site: "same-origin" },
  ]),
];

const send = ({ method, origin, site, type }: Cell, path: string = ROUTES[method], body = "{}") => {
  const headers = new Headers({ Cookie: account.cookie });
  if (origin !== undefined) headers.set("Origin", origin);
  if (site !== undefined) headers.set("Sec-Fetch-Site", site);
  const request = new Request(`http://localhost${path}`, { method, headers, body });
  if (type === undefined) request.headers.delete("Content-Type");
  else request.headers.set("Content-Type", type);
  return (path.startsWith("/api/account/") ? account.app : account.v1).request(request);
};

test("a write is taken or refused by where it comes from, as the contract says, and a refusal is free", async () => {
  const wrong: string[] = [];
  for (const cell of cells) {
    account.database.resetCalls();
    const response = await send(cell);
    const isRefused = response.status === 403;
    const isCheap = !isRefused || account.database.calls() === 0;
    if (isRefused === isAllowed(cell) || !isCheap) wrong.push(`${JSON.stringify(cell)} ${response.status}`);
  }
  expect(wrong).toEqual([]);
});

test("nobody is signed in from another site's page either", async () => {
  for (const path of ["", "/code", "/link"]) {
    account.database.resetCalls();
    const cell = { method: "POST", origin: "https://evil.example", type: "application/json" } as const;
    expect((await send(cell, `/api/account/sign-in${path}`)).status).toBe(403);
    expect(account.database.calls()).toBe(0);
  }
});
