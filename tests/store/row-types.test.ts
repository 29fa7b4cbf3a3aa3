import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { ACCOUNT_ROWS } from "./rows/account.ts";
import { ALERT_ROWS } from "./rows/alerts.ts";
import { DEVICE_ROWS } from "./rows/devices.ts";
import { HISTORY_ROWS } from "./rows/history.ts";
import { OUTGOING_ROWS } from "./rows/outgoing.ts";
import { SERVICE_ROWS } from "./rows/service.ts";
import { openWorld, type World } from "./rows/world.ts";

// What claims something stands last in its list: it changes what the others would read.
const CASES = [
  ...ACCOUNT_ROWS,
  ...DEVICE_ROWS,
  ...HISTORY_ROWS,
  ...ALERT_ROWS,
  ...SERVICE_ROWS,
  ...OUTGOING_ROWS,
];

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await openTestDatabase();
  world = await openWorld(database);
});
afterAll(() => database.close());

test.each(CASES)("$read answers what its TypeScript type says", async ({ hold }) => {
  await expect(hold(world)).resolves.toBeUndefined();
});
