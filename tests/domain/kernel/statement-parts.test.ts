import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { flat, keptOver, type Queries } from "../../../lib/kernel/statements.queries.ts";
import { users } from "../../../schema/tables/user.ts";

const written = (statement: ReturnType<typeof flat>) => {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  return { text, params };
};

test("a part of a statement that is laid flat says the same with the same values, in their order", () => {
  const inner = sql`${users.email} = ${"ada@example.com"} or ${users.id} in ${["a", "b"]}`;
  const part = sql`select ${1} from ${users} where (${inner}) and ${sql.param(["c", "d"])}::text[] is not null and ${null}::text is null`;
  const whole = (which: typeof part) => written(sql`with kept as (${which}) select ${"last"}`);
  expect(whole(flat(part))).toEqual(whole(part));
});

test("what is written over a client is written once for each", () => {
  let count = 0;
  const number = keptOver(() => {
    count += 1;
    return count;
  });
  const [one, other] = [{}, {}] as [Queries, Queries];
  expect([number(one), number(other), number(one)]).toEqual([1, 2, 1]);
});
