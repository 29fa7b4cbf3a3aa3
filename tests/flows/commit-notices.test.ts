import { afterAll, beforeAll, expect, test } from "vitest";
import { commitNotices } from "../../lib/store/outgoing/commit-notices.ts";
import { type Alerts, openAlerts } from "../support/alerts.ts";

let world: Alerts;
beforeAll(async () => {
  world = await openAlerts();
});
afterAll(() => world.database.close());

test("of two who have written the same news the first tells it, and the second hears that it was told", async () => {
  await world.post({ temp1: 30 });
  const findings = await world.database.query<{ id: number }>("select id::integer from findings");
  expect(findings).toHaveLength(1);
  const written = {
    householdId: world.home,
    findingIds: findings.map(({ id }) => id),
    messages: [],
    links: [],
    charges: [],
    overtaken: { everyone: [], sameRecipient: [] },
  };
  expect(await commitNotices(world.ports.db, written, world.clock())).toBe(true);
  expect(await commitNotices(world.ports.db, written, world.clock())).toBe(false);
});
