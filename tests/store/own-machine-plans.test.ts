import { beforeEach, expect, test } from "vitest";
import { startDatabase } from "../../local/machine/start-machine.ts";
import { readSettings } from "../../local/start/settings.ts";
import { StartSteps } from "../../local/start/steps.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { addHome } from "../support/fixtures.ts";

let database: TestDatabase;
let home: string;

beforeEach(async () => {
  database = await openTestDatabase();
  home = await addHome(database, "Ada's home", "free");
  await database.query("update households set trial_ends_at = '2026-01-01T00:00:00Z' where id = $1", [home]);
});

const startWith = (variables: Record<string, string>) =>
  startDatabase(
    { ...readSettings(variables), databaseUrl: database.connectionString },
    new StartSteps(() => undefined),
  );
const plan = async () => {
  const [row] = await database.query("select plan, trial_ends_at from households where id = $1", [home]);
  return row;
};

test("a home whose trial began before machines gave Pro is on Pro after the next start", async () => {
  await startWith({});
  expect(await plan()).toEqual({ plan: "pro", trial_ends_at: null });
});

test("a home's trial stays where the operator keeps the plans of a hosted service", async () => {
  await startWith({ PLANS: "chosen" });
  expect(await plan()).toMatchObject({ plan: "free" });
});
