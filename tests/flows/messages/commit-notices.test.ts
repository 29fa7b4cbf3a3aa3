import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commitNotices } from "../../../lib/messages/commit-notices.queries.ts";
import type { QueuedMessage } from "../../../lib/messages/enqueue.queries.ts";
import { type Alerts, openAlerts } from "../../support/alerts.ts";

let world: Alerts;
beforeEach(async () => {
  world = await openAlerts();
});
afterEach(() => world.database.close());

const PLAN = {
  notifiedSteps: [],
  stepped: [],
  started: [],
  messages: [],
  unsent: [],
  links: [],
  responderLinks: [],
  charges: [],
  overtaken: { everyone: [], sameRecipient: [] },
};

const commit = (findingIds: number[], messages: QueuedMessage[] = []) =>
  commitNotices(world.ports.db, { ...PLAN, householdId: world.home, findingIds, messages }, world.clock());
const unnotified = async () =>
  (
    await world.database.query<{ id: number }>(
      "select id::integer from findings where notified_at is null and tell_at is not null order by id",
    )
  ).map(({ id }) => id);

test("of two writers of the same news the first sends it, and the second learns that it was sent", async () => {
  await world.post({ temp1: 30 });
  const findings = await unnotified();
  expect(findings).toHaveLength(1);
  expect(await commit(findings)).toBe(true);
  expect(await commit(findings)).toBe(false);
});

describe("of several findings of a home", () => {
  beforeEach(async () => {
    await world.post({ temp1: 30, flood1: true });
    expect(await unnotified()).toHaveLength(2);
  });

  test("those that nobody has written stay to be sent", async () => {
    const [first = 0, second = 0] = await unnotified();
    expect(await commit([first])).toBe(true);
    expect(await unnotified()).toEqual([second]);
    expect(await world.send()).toHaveLength(1);
    expect(await unnotified()).toEqual([]);
  });

  test("a writer notifies nothing that was notified meanwhile", async () => {
    const [first = 0, second = 0] = await unnotified();
    expect(await commit([first])).toBe(true);
    const message: QueuedMessage = {
      id: "msg_twice",
      householdId: world.home,
      channel: "email",
      recipient: world.owner.email,
      dedupeKey: "twice",
      kind: "alert",
      alertIds: [],
      isCritical: true,
      sealedContent: "sealed",
    };
    expect(await commit([first, second], [message])).toBe(false);
    expect(await unnotified()).toEqual([second]);
    expect(await world.database.query("select id from outbox")).toEqual([]);
  });
});
