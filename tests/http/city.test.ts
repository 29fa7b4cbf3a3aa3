import { afterAll, beforeAll, expect, test } from "vitest";
import { storeCityAggregates } from "../../lib/store/city-aggregates.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type Account, openAccount } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { addHome } from "../support/cast.ts";

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.database.close());

const look = () => answerOf(account.call("GET", "/api/account/city"));
const join = (homes: string[]) =>
  account.database.query(
    "update households set city = ' Duluth', share_city_aggregates = true where id = any($1::text[])",
    [homes],
  );

test("a city is seen by who takes part, and only from ten homes on", async () => {
  expect((await look()).status).toBe(409);
  const others: string[] = [];
  for (let count = 2; count < LIMITS.cityHomesMin; count += 1)
    others.push(await addHome(account.database, "Next door"));
  await join([account.home, ...others]);
  await storeCityAggregates(account.ports.db, "2026-11-18");
  expect(await look()).toEqual({ status: 200, body: { city: null } });
  await join([await addHome(account.database, "The tenth")]);
  await storeCityAggregates(account.ports.db, "2026-11-19");
  expect(await look()).toEqual({
    status: 200,
    body: { city: { city: "Duluth", day: "2026-11-19", homes: 10, freeze_share: 0, outage_share: 0 } },
  });
});
