import { expect, test } from "vitest";
import { groupsOf, HOUSEHOLD, pathsOf, readWranglerConfig } from "../../deploy/wrangler-toml.ts";
import { groupOf } from "../../functions/all/paths.ts";

const config = await readWranglerConfig();
const groups = groupsOf(config);
const household = config.env[HOUSEHOLD];

test("a household's worker sends each route of wrangler.toml to the group that has it there", () => {
  const routes = groups.flatMap(([group, worker]) => pathsOf(worker).map((route) => ({ group, route })));
  const sent = routes.map(({ route }) => groupOf(route.replace(/\*$/, "").replace(/\/$/, "/x")));
  expect(sent).toEqual(routes.map(({ group }) => group));
});

test("a household's worker has every group's triggers and no route, since it has no domain", () => {
  expect(household?.triggers?.crons).toEqual(groups.flatMap(([, { triggers }]) => triggers?.crons ?? []));
  expect(household?.routes).toEqual([]);
});
