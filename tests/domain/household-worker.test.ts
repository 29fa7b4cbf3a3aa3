import { expect, test } from "vitest";
import { groupOf } from "../../functions/all/groups.ts";
import { readWranglerConfig } from "../../local/runtime/wrangler-config.ts";

const { groups, household } = await readWranglerConfig();

test("a household's worker sends each route of wrangler.toml to the group that has it there", () => {
  const sent = groups.flatMap(({ routes }) =>
    routes.map((route) => groupOf(route.replace(/\*$/, "").replace(/\/$/, "/x"))),
  );
  expect(sent).toEqual(groups.flatMap(({ group, routes }) => routes.map(() => group)));
});

test("a household's worker has every group's triggers and no route, since it has no domain", () => {
  expect(household?.crons.toSorted()).toEqual(groups.flatMap(({ crons }) => crons).toSorted());
  expect(household?.routes).toEqual([]);
});
