import { describe, expect, test } from "vitest";
import { toStoreError } from "../../lib/kernel/db.queries.ts";
import { readLines } from "../support/json-lines.ts";

const classOf = (code: string) => toStoreError(Object.assign(new Error("text"), { code })).failure;

describe("a failed database call", () => {
  test.each(readLines<[string, string, string]>(new URL("failures-by-code.jsonl", import.meta.url)))(
    "%s is %s: %s",
    (code, failure) => {
      expect(classOf(code)).toBe(failure);
    },
  );

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
