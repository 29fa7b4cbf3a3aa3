import { beforeEach, describe, expect, test } from "vitest";
import { commitNotices } from "../../../lib/messages/commit-notices.queries.ts";
import type { QueuedMessage } from "../../../lib/outbox/enqueue.queries.ts";
import { openAlerts } from "../../support/alerts.ts";
import { eachTest } from "../../support/each-test.ts";

const world = eachTest(openAlerts);

const PLAN = {
  stepIds: [],
  stepped: [],
  started: [],
  messages: [],
  links: [],
  charges: [],
  overtaken: { everyone: [] as string[], sameRecipient: [] as string[] },
};

const commit = (findingIds: number[], messages: QueuedMessage[] = [], overtaken = PLAN.overtaken) =>
  commitNotices(
    world.services.db,
    { ...PLAN, householdId: world.home, findingIds, messages, overtaken },
    world.clock(),
  );
const mail = (id: string, alertIds: string[], other: Partial<QueuedMessage> = {}): QueuedMessage => ({
  id,
  householdId: world.home,
  channel: "email",
  recipient: world.owner.email,
  dedupeKey: id,
  kind: "alert",
  alertIds,
  isCritical: true,
  sealedContent: "sealed",
  ...other,
});
const unnotified = async () =>
  (
    await world.database.sql<{ id: number }>`
      select id::integer from findings where notified_at is null and tell_at is not null order by id`
  ).map(({ id }) => id);

test("of two writers of the same news the first sends it, and the second learns that it was sent", async () => {
  await world.post({ temp1: 30 });
  const findings = await unnotified();
  expect(findings).toHaveLength(1);
  expect(await commit(findings)).toBe(true);
  expect(await commit(findings)).toBe(false);
});

describe("several findings of a home", () => {
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
    expect(await commit([first, second], [mail("msg_twice", [])])).toBe(false);
    expect(await unnotified()).toEqual([second]);
    expect(await world.database.sql`select id from outbox`).toEqual([]);
  });
});

describe("a waiting mail about two alerts", () => {
  let [water, cold] = [
    { id: 0, alertId: "" },
    { id: 0, alertId: "" },
  ];
  const stateOf = async (id: string) =>
    (await world.database.sql<{ id: string; state: string }>`select id, state from outbox`).find(
      (message) => message.id === id,
    )?.state;

  beforeEach(async () => {
    await world.post({ temp1: 30, flood1: true });
    const rows = await world.database.query<{ id: number; alertId: string }>(
      'select id::integer as id, alert_id as "alertId" from findings where tell_at is not null order by id',
    );
    [cold = cold, water = water] = rows;
    await commit([cold.id], [mail("msg_both", [cold.alertId, water.alertId])]);
  });

  test("stays when its reader gets news of the one, and the other's step goes to somebody else", async () => {
    const text = mail("msg_step", [cold.alertId], { channel: "sms", recipient: "+15550001" });
    const overtaken = { everyone: [water.alertId], sameRecipient: [cold.alertId] };
    await commit([water.id], [mail("msg_ended", [water.alertId]), text], overtaken);
    expect(await stateOf("msg_both")).toBe("pending");
  });

  test("goes when its reader gets news of both, be it in two messages", async () => {
    const overtaken = { everyone: [], sameRecipient: [water.alertId, cold.alertId] };
    const messages = [mail("msg_water", [water.alertId]), mail("msg_cold", [cold.alertId])];
    await commit([water.id], messages, overtaken);
    expect(await stateOf("msg_both")).toBe("dropped");
  });

  test("is dropped when both have ended or got worse, whoever is notified", async () => {
    const overtaken = { everyone: [water.alertId, cold.alertId], sameRecipient: [] };
    await commit([water.id], [], overtaken);
    expect(await stateOf("msg_both")).toBe("dropped");
  });

  test("goes when the one has ended for everyone and its reader gets news of the other", async () => {
    const overtaken = { everyone: [water.alertId], sameRecipient: [cold.alertId] };
    await commit([water.id], [mail("msg_cold", [cold.alertId])], overtaken);
    expect(await stateOf("msg_both")).toBe("dropped");
  });
});
