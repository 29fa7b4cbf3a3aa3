import { sql as drizzleSql, eq } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { rawSql, sql } from "../../../lib/kernel/sql-text.queries.ts";
import { devices } from "../../../schema/tables/device.ts";

const part = sql`id = ${"dev_1"} and ${rawSql("kind")} = ${null}`;

function rendered(statement: ReturnType<typeof sql>) {
  const params: unknown[] = [];
  return { text: statement.render(params), params };
}

test("a statement of parts numbers its values in their order", () => {
  expect(rendered(sql`select ${1} where ${part} or not (${part}) limit ${2}`)).toEqual({
    text: "select $1 where id = $2 and kind = $3 or not (id = $4 and kind = $5) limit $6",
    params: [1, "dev_1", null, "dev_1", null, 2],
  });
});

test("a part stands in drizzle's statement as drizzle's own would", () => {
  const written = new PgDialect().sqlToQuery(
    drizzleSql`select from ${devices} where ${eq(devices.name, "Cellar")} and ${sql`(${part}) is ${true}`}`,
  );
  expect(written).toMatchObject({
    sql: 'select from "devices" where "devices"."name" = $1 and (id = $2 and kind = $3) is $4',
    params: ["Cellar", "dev_1", null, true],
  });
});

test("what drizzle alone can write is no value", () => {
  expect(() => rendered(sql`select from ${devices}`)).toThrow("Only drizzle can write this");
  expect(() => rendered(sql`select where ${eq(devices.name, "Cellar")}`)).toThrow(
    "Only drizzle can write this",
  );
});
