import { expect, test } from "vitest";
import { failureOf } from "../../../local/backup/failure.ts";

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ["ends without a word", new Error("Connection terminated unexpectedly")],
  [
    "has ended before the next query",
    new Error("Client has encountered a connection error and is not queryable"),
  ],
  ["loses a process", withCode("57P02", "terminating connection because of crash of another server process")],
  ["is being started again", withCode("57P03", "the database system is starting up")],
])("a failed backup names its cause: PostgreSQL %s", (_, error) => {
  expect(failureOf("backup", error)).toBe("The backup failed: the database ended meanwhile. Try again.");
});

test("what is our own fault is no sentence", () => {
  expect(failureOf("backup", new TypeError("x is not a function"))).toBeNull();
});
