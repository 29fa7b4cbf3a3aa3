import { expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { type Plan, ROLES, type Role } from "../../schema/vocabulary.ts";
import { addHome, addMember } from "../support/fixtures.ts";
import { openHouse, routesOf } from "../support/house.ts";
import { readLines } from "../support/json-lines.ts";
import { aSensor } from "../support/makers.ts";
import { MAKERS } from "../support/rights.ts";

/**
 * `may` has a letter for each of owner, manager, member and viewer. `pro` means not on Free. `makes` creates the object
 * of the id. A line without `may` is about one's own sessions, homes and invitations, about other people, or for
 * operators only; other tests cover these.
 */
type PageRow = {
  line: string;
  may?: string;
  pro?: true;
  makes?: keyof typeof MAKERS;
  fields?: Record<string, string>;
  path?: string;
};
type PageRight = PageRow & { may: string };

const ROWS = readLines<PageRow>(new URL("pages-rights.jsonl", import.meta.url));
const RIGHTS = ROWS.filter((row): row is PageRight => row.may !== undefined);
const OPEN = /^(GET|POST) \/(docs$|sign-in|status$|s\/|a\/|c\/|d\/|r\/|$)/;

const house = await openHouse();
const app = pagesApp(house.services);

async function enter(role: Role, plan: Plan) {
  const home = await addHome(house.database, "A home", plan);
  const member = await addMember(house.database, home, role);
  // Adds a device, because without one the home's page leads to the first steps.
  await aSensor({ house, home, caller: member });
  return { home, member, cookie: await house.as(member) };
}

/** Callers who are refused, find nothing or only look change nothing, so all such pages share them. */
const onlookers = new Map<string, ReturnType<typeof enter>>();
function enterToLook(role: Role, plan: Plan): ReturnType<typeof enter> {
  const known = onlookers.get(`${role} ${plan}`) ?? enter(role, plan);
  onlookers.set(`${role} ${plan}`, known);
  return known;
}

async function ask(
  { line, makes, fields = {}, path = "" }: PageRight,
  { home, member, cookie }: Awaited<ReturnType<typeof enter>>,
  foreign = false,
) {
  const other = foreign ? await addHome(house.database, "Another home") : home;
  const id = makes === undefined ? "" : await MAKERS[makes]({ house, home: other, caller: member });
  const [method = "", template = ""] = line.split(" ");
  const answer = await app.request(
    encodeURI(template.replace(":placement", "room").replace(":id", String(id)) + path),
    {
      method,
      headers: {
        Cookie: cookie,
        "Sec-Fetch-Site": "same-origin",
        "CF-Connecting-IP": "203.0.113.7",
        ...(method === "POST" ? { "Content-Type": "application/x-www-form-urlencoded" } : {}),
      },
      ...(method === "POST"
        ? { body: new URLSearchParams(fields).toString().replace("%3Aid", String(id)) }
        : {}),
    },
  );
  return answer.status;
}

/** Tests the edge of the rights, as in authorisation.test.ts: the weakest permitted role, and the next below. */
test.each(RIGHTS)("$line: $may", async (right) => {
  expect(right.may).toMatch(/^y+-*$/);
  const [weakest = "owner", below] = ROLES.slice(right.may.lastIndexOf("y"));
  const changes = right.line.startsWith("POST");
  const who = await (changes ? enter : enterToLook)(weakest, "pro");
  expect(await ask(right, who)).toBeOneOf([200, 303]);
  if (below !== undefined) expect(await ask(right, await enterToLook(below, "pro"))).toBe(403);
  if (right.pro) expect(await ask(right, await enterToLook(weakest, "free"))).toBe(403);
  if (right.makes && !right.line.endsWith("/test"))
    expect(await ask(right, await enterToLook(weakest, "pro"), true)).toBe(404);
  const [method = "", template = ""] = right.line.split(" ");
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const toNobody = await app.request(template.replace(/:(id|placement)\b/, "x"), { method, headers });
  expect([toNobody.status, toNobody.headers.get("Location")?.split("?")[0]]).toEqual([303, "/sign-in"]);
});

test("the table has every page that asks who one is", () => {
  const guarded = routesOf(app).filter((line) => !OPEN.test(line));
  expect(ROWS.map(({ line }) => line).sort()).toEqual(guarded.sort());
});

test("no page and no form fails for an id or a token of any characters", async () => {
  const { cookie } = await enterToLook("owner", "pro");
  const failed: string[] = [];
  for (const line of routesOf(app).filter((each) => each.includes(":")))
    for (const odd of ["%0d%0aX-Odd:%201", "a%2F..%2F%2Fb", "%F0%80", "%25", "%E2%80%AE"]) {
      const [method = "", template = ""] = line.split(" ");
      const headers = { Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
      const answer = await app.request(template.replace(/:\w+(\{[^}]*\})?/g, odd), { method, headers });
      if (answer.status >= 500) failed.push(`${line} ${odd} ${answer.status}`);
    }
  expect(failed).toEqual([]);
});

/** Returns the table's line for a link or form; undefined if it leads out of the home's pages. */
const rightOf = (method: string, path: string) =>
  RIGHTS.find(({ line }) => new RegExp(`^${line.replaceAll(/:\w+/g, "[^/ ]+")}$`).test(`${method} ${path}`));

test.each(ROLES)(
  "a role of %s is offered nothing that would refuse it, and shown nothing of the machine",
  async (role) => {
    const home = await addHome(house.database, "A home");
    const member = await addMember(house.database, home, role);
    const caller = await addMember(house.database, home, "owner");
    const cookie = await house.as(member);
    for (const make of [
      "aSensor",
      "anAlert",
      "aQuestion",
      "aNote",
      "aFeed",
      "aRule",
      "aShareLink",
      "aDeadLetter",
    ] as const)
      await MAKERS[make]({ house, home, caller });
    const letter = ROLES.indexOf(role);
    const refused: string[] = [];
    const paths = new Set(["/home"]);
    for (const path of paths) {
      const answer = await app.request(path, { headers: { Cookie: cookie } });
      if (answer.status === 403) refused.push(`${path} answers 403`);
      const html = await answer.text();
      // A family must not see a browser's User-Agent, nor names of the operator's variables.
      const raw = /Mozilla\/|(?<![\w-])(?!YOUR_)[A-Z]{3,}(?:_[A-Z\d]+)+(?![\w-])/.exec(html);
      if (raw !== null) refused.push(`${path} shows ${raw[0]}`);
      for (const [, href = ""] of html.matchAll(/<a [^>]*?href="(\/[^"#?]*)/g))
        if (rightOf("GET", href) !== undefined) paths.add(href);
      for (const [, action = ""] of html.matchAll(/(?:formaction|<form method="post" action)="(\/[^"#?]*)/g))
        if (rightOf("POST", action)?.may[letter] === "-") refused.push(`${path} offers ${action}`);
    }
    expect(paths.size).toBeGreaterThan(20);
    expect(refused).toEqual([]);
  },
);
