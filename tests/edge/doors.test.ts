import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routesOf } from "../../deploy/vercel/build-output.ts";
import { groupsOf, readWranglerConfig } from "../../deploy/wrangler-toml.ts";
import { GROUP_NAMES } from "../../functions/_platform/variables.ts";
import { groupOf } from "../../functions/all/paths.ts";
import { ALL_ROUTES } from "../../local/openapi/all-routes.ts";
import { startEdge } from "./edge.ts";

/** Every path of the document, with its parameters filled in, and endings that callers append. */
const PATHS = [
  ...new Set(ALL_ROUTES.flatMap(({ routes }) => routes.map((route) => route.path.replace(/\{\w+\}/g, "x1")))),
];
const ENDINGS = ["", "?_=1", "?unknown=a%2Fb&_=1", "?"];
const REQUESTS = PATHS.flatMap((each) => ENDINGS.map((ending) => each + ending));

type Door = { groupAt(request: string): Promise<string | undefined>; close?(): Promise<void> };

/** The edge's runtime with the patterns of wrangler.toml, and workers that answer with their names. */
async function onWorkers(): Promise<Door> {
  const { url, stop } = await startEdge({
    workers: GROUP_NAMES,
    env: {},
    module: (worker) => `export default { fetch: () => new Response("${worker}") };`,
  });
  return { groupAt: async (request) => (await fetch(url + request)).text(), close: stop };
}

/** Vercel only matches the path; the first match wins. */
const byExpressions = (rules: { src: RegExp; group: string }[]): Door => ({
  groupAt: async (request) => {
    const { pathname } = new URL(request, "http://x");
    return rules.find(({ src }) => src.test(pathname))?.group;
  },
});

async function inBuildOutput(): Promise<Door> {
  const rules = routesOf(groupsOf(await readWranglerConfig())).flatMap((rule) =>
    "dest" in rule ? [{ src: new RegExp(rule.src), group: rule.dest.slice(1) }] : [],
  );
  return byExpressions(rules);
}

describe.each([
  ["wrangler.toml's patterns, in the edge's runtime", onWorkers],
  ["the routes of Vercel's build output", inBuildOutput],
] as const)("%s", (_, open) => {
  let door: Door;
  beforeAll(async () => {
    door = await open();
  });
  afterAll(async () => door.close?.());

  test("lead every path of the document to the group that answers it, whatever its query says", async () => {
    expect(REQUESTS.length).toBeGreaterThan(200);
    const astray: string[] = [];
    for (const request of REQUESTS) {
      const group = await door.groupAt(request);
      const wanted = groupOf(new URL(request, "http://x").pathname);
      if (group !== wanted) astray.push(`${request}: ${group} instead of ${wanted}`);
    }
    expect(astray).toEqual([]);
  });

  test("lead every other path below /api to a group that answers 404, and the rest to the pages", async () => {
    for (const request of [
      "/api/nothing?_=1",
      "/api?_=1",
      "/api/?_=1",
      "/",
      "/?_=1",
      "/home?_=1",
      "/s/x1?_=1",
      "/r/x1?_=1",
      "/r/x1/photos/x2?_=1",
      "/c/x1?_=1",
      "/a/x1?_=1",
      "/d/x1?_=1",
      "/a/x1/hand-over?_=1",
    ]) {
      const wanted = /^\/api\//.test(request) ? "public" : "pages";
      const group = await door.groupAt(request);
      expect([request, group]).toEqual([request, wanted]);
    }
  });
});
