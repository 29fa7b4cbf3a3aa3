import { describe, expect, test } from "vitest";
import { toStoreError } from "../../lib/kernel/db.queries.ts";

const classOf = (code: string) => toStoreError(Object.assign(new Error("text"), { code })).failure;

describe("a failed database call", () => {
  test.each([
    ["57P01", "unknown", "an administrator ended the session, perhaps after the commit"],
    ["57P02", "unknown", "a crash ended it"],
    ["57014", "unknown", "it was cancelled, or timed out"],
    ["40003", "unknown", "PostgreSQL itself does not know"],
    ["ECONNRESET", "unknown", "the connection broke"],
    ["40P01", "rolled_back", "a deadlock undid it"],
    ["40001", "rolled_back", "it could not be serialised"],
    ["55P03", "rolled_back", "a lock was not to be had"],
    ["57P03", "not_executed", "the database is starting"],
    ["53300", "not_executed", "there are too many connections"],
    ["ECONNREFUSED", "not_executed", "nobody listens"],
    ["23505", "refused", "it broke a constraint, and would again"],
    ["HW001", "refused", "a function of ours refused it"],
  ])("%s is %s: %s", (code, failure) => {
    expect(classOf(code)).toBe(failure);
  });

  test("without a code is unknown, but where Neon's proxy says that it did not reach the database", () => {
    expect(toStoreError(new Error("fetch failed")).failure).toBe("unknown");
    const proxied = new Error("outer", { cause: new Error("Couldn't connect to compute node") });
    expect(toStoreError(proxied).failure).toBe("not_executed");
  });

  test.each([401, 403, 404, 413, 429, 503])("that Neon's door turned away with %i never ran", (status) => {
    const turnedAway = new Error(`Server error (HTTP status ${status}): nothing was run`);
    expect(toStoreError(turnedAway).failure).toBe("not_executed");
  });

  test.each([500, 502, 504])("that Neon's door answers with %i may have run", (status) => {
    expect(toStoreError(new Error(`Server error (HTTP status ${status}): who knows`)).failure).toBe(
      "unknown",
    );
  });
});
