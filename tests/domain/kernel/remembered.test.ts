import { expect, test } from "vitest";
import { remembered } from "../../../lib/kernel/remembered.ts";

const counted = () => {
  const asked: string[] = [];
  const lengthOf = remembered((name) => {
    asked.push(name);
    return name.length;
  });
  return { asked, lengthOf };
};

test("answers a name that came before without asking again", () => {
  const { asked, lengthOf } = counted();
  expect([lengthOf("temp1"), lengthOf("temp1"), lengthOf("rh")]).toEqual([5, 5, 2]);
  expect(asked).toEqual(["temp1", "rh"]);
});

test("keeps no name that is longer than a key may be", () => {
  const { asked, lengthOf } = counted();
  const long = "a".repeat(65);
  expect([lengthOf(long), lengthOf(long)]).toEqual([65, 65]);
  expect(asked).toHaveLength(2);
});

test("forgets an old name under a flood of new ones", () => {
  const { asked, lengthOf } = counted();
  lengthOf("temp1");
  for (let at = 0; at < 2 * 1_024; at += 1) lengthOf(`flood_${at}`);
  lengthOf("temp1");
  expect(asked.filter((name) => name === "temp1")).toHaveLength(2);
});
