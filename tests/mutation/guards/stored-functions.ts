import type { Guard } from "./guard.ts";

const IDENTITY = { test: "tests/http/ingest-identity.test.ts" };

/** What the database itself promises. */
export const STORED_FUNCTION_GUARDS: Guard[] = [
  {
    ...IDENTITY,
    file: "schema/sql/snapshots.sql",
    keeps: "two requests never share a moment",
    was: "free := taken + interval '1 microsecond';",
    is: "RETURN at;",
  },
  {
    ...IDENTITY,
    file: "schema/sql/ingest.sql",
    keeps: "a retry is known",
    was: "AND s.request = request_id",
    is: "AND false",
  },
  {
    file: "schema/sql/feeds.sql",
    test: "tests/flows/feeds/poll-feeds.test.ts",
    keeps: "a poller that was taken for dead stores nothing",
    was: "CONTINUE WHEN feed.lease_until IS DISTINCT FROM result.lease;",
    is: "",
  },
  {
    file: "schema/sql/deadband.sql",
    test: "tests/http/ingest-deadband.test.ts",
    keeps: "a band that is out of date is not remembered",
    was: " AND d.deadband_version = version FOR",
    is: " FOR",
  },
  {
    file: "schema/sql/deadband.sql",
    test: "tests/http/ingest-deadband.test.ts",
    keeps: "a value outside its band is judged",
    was: "RETURN false;",
    is: "RETURN true;",
  },
];
