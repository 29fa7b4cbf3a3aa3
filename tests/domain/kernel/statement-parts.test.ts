import { expect, test } from "vitest";
import { keptOver, type Queries } from "../../../lib/kernel/statements.queries.ts";

test("what is written over a client is written once for each", () => {
  let count = 0;
  const number = keptOver(() => {
    count += 1;
    return count;
  });
  const [one, other] = [{}, {}] as [Queries, Queries];
  expect([number(one), number(other), number(one)]).toEqual([1, 2, 1]);
});
