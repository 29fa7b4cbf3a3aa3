import { expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { v1App } from "../../functions/v1/app.ts";
import type { ResolveHost } from "../../lib/kernel/ports.ts";
import { actsApp } from "../support/acts.ts";
import { DOCUMENT } from "../support/documented.ts";
import { addApiKey, addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { readLines } from "../support/json-lines.ts";

/** URLs that lead to a host outside the public internet, or hide one: the kind, and the URL. */
const REFUSED = readLines<[string, string]>(new URL("refused-urls.jsonl", import.meta.url)).map(
  ([, url]) => url,
);

const PRIVATE = [
  "127.0.0.1",
  "10.1.2.3",
  "100.64.0.1",
  "169.254.169.254",
  "::1",
  "::ffff:10.0.0.1",
  "fd00::1",
];
const MORE_PRIVATE = ["64:ff9b::a00:1", "2002:7f00:1::", "fe80::1", "0.0.0.0", "224.0.0.1", "168.63.129.16"];

let addresses: string[];
const house = await openHouse();
const home = await addHome(house.database);
const cookie = await house.as(await addMember(house.database, home));
const key = await addApiKey(house.database, home, { scope: "write" });

const JSON_TYPE = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };

/** The fetch itself checks the name, as at every poll. */
const TRY = "POST /api/v1/feeds/try";

const THOROUGHLY = ["POST /api/v1/pull-setup", "POST /acts/contacts"];

/** Every route that takes an address which the service will call. */
function doors() {
  const resolveHost: ResolveHost = async () => addresses;
  const services = { ...house.services, resolveHost };
  const [v1, acts, pages] = [v1App(services), actsApp(services), pagesApp(services)];
  const post = (path: string, body: unknown) =>
    (path.startsWith("/acts/") ? acts : v1).request(path, {
      method: "POST",
      headers: { ...JSON_TYPE, Cookie: cookie },
      body: JSON.stringify(body),
    });
  const feed = (url: string) => ({ feeds: [{ id: "f", url }] });
  return {
    "POST /api/user/pull-setup": (url: string) => post("/api/user/pull-setup", feed(url)),
    "POST /api/v1/pull-setup": (url: string) =>
      v1.request("/api/v1/pull-setup", {
        method: "POST",
        headers: { ...JSON_TYPE, Authorization: `Bearer ${key}` },
        body: JSON.stringify(feed(url)),
      }),
    "POST /acts/contacts": (url: string) => post("/acts/contacts", { channel: "webhook", address: url }),
    "POST /acts/home-contacts": (url: string) =>
      post("/acts/home-contacts", { name: "Family", channel: "ntfy", address: url }),
    [TRY]: (url: string) => post("/api/v1/feeds/try", { url }),
    "POST /feeds": (url: string) =>
      pages.request("/feeds", {
        method: "POST",
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Cookie: cookie,
          "Sec-Fetch-Site": "same-origin",
        },
        body: new URLSearchParams({ url, name: "" }).toString(),
      }),
  };
}

test.each(["text", "name"])(
  "an address that somebody gives is refused where it is private by its %s",
  async (by) => {
    const answered: string[] = [];
    for (const [door, give] of Object.entries(doors())) {
      if (by === "name" && door === TRY) continue;
      const all = by === "text" ? REFUSED : [...PRIVATE, ...MORE_PRIVATE];
      // All routes share one check, so two are tried with everything and the others with a part.
      const tried = THOROUGHLY.includes(door) ? all : all.filter((_, at) => at % 8 === 0);
      for (const one of tried) {
        addresses = by === "text" ? ["93.184.215.14"] : ["93.184.215.14", one];
        const { status, headers } = await give(by === "text" ? one : "https://rebound.example.com/feed");
        // A page leads back to its form, and to nothing that it has saved.
        const isBack = status === 303 && headers.get("Location") === "/feeds";
        if (status !== 400 && !isBack) answered.push(`${door} ${one}: ${status}`);
      }
    }
    expect(answered).toEqual([]);
  },
);

test("what is on the public internet is taken at every door", async () => {
  addresses = ["93.184.215.14"];
  for (const [door, give] of Object.entries(doors())) {
    const { status } = await give(`https://feeds.example.com/${door.length}`);
    expect([door, [200, 201, 303].includes(status)]).toEqual([door, true]);
  }
});

test("no other route takes one", () => {
  const paths = DOCUMENT.paths as Record<string, Record<string, { requestBody?: unknown }>>;
  const schemas = (DOCUMENT.components as { schemas: Record<string, unknown> }).schemas;
  const resolved = (value: unknown): string =>
    JSON.stringify(value).replace(/\{"\$ref":"#\/components\/schemas\/(\w+)"\}/g, (_, name: string) =>
      resolved(schemas[name]),
    );
  const taking = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) =>
        /"(\w*(url|uri|callback|endpoint)\w*|address)":\{/i.test(resolved(requestBody ?? {})),
      )
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const known = [
    ...Object.keys(doors()).filter((door) => door.includes("/api/")),
    // Gets a trial from a route that has checked it, and checks it again.
    "POST /api/cron/try-feed",
  ];
  expect(taking.sort()).toEqual(known.sort());
});
