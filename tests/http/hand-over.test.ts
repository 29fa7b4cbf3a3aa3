import { beforeEach, expect, test } from "vitest";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { addContactPoint } from "../support/contacts.ts";
import { addAlert, addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { readerOf } from "../support/reader.ts";

let home: string;
let ada: TestMember;
let ben: TestMember;
let alert: string;
const house = await openHouse();
beforeEach(async () => {
  home = await addHome(house.database, "Elm Street");
  ada = await addMember(house.database, home, "owner");
  ben = await addMember(house.database, home, "member");
  alert = (await addAlert(house.database, home, { openedAt: house.clock() })).id;
});

const handOver = async (to: string, by = ada) =>
  house.call("POST", `/acts/alerts/${alert}/hand-over`, {
    cookie: await house.as(by),
    body: { user_id: to },
  });
const mails = () =>
  house.database.sql<{ recipient: string }>`
    select recipient from outbox where household_id = ${home} and kind = 'hand_over'`;

test("notifies the new owner of an alert once, however often it comes back", async () => {
  const handed = await handOver(ben.userId);
  expect([handed.status, await handed.json()]).toMatchObject([
    200,
    { alert: { acknowledged_by: ben.userId } },
  ]);
  await handOver(ada.userId, ben);
  await handOver(ben.userId);
  await handOver(ben.userId);
  expect((await mails()).map(({ recipient }) => recipient).sort()).toEqual([ada.email, ben.email].sort());
});

test("names on pages whom it was assigned to, and says that somebody is on it who took it by themselves", async () => {
  const { see } = await readerOf(house, ada);
  await handOver(ben.userId);
  expect((await see("/home")).html).toContain(`${ben.email} has been asked to see to it`);
  house.clock.advance(60_000);
  await handOver(ada.userId);
  expect((await see("/home")).html).toContain(`${ada.email} is on it`);
  expect((await see(`/alerts/${alert}`)).html).toMatch(
    /Acknowledged by owner-.*<strong>Acknowledged by owner-/s,
  );
});

test("asks whoever an alert was assigned to for an answer, until they have given it", async () => {
  await handOver(ben.userId);
  house.clock.advance(60_000);
  const [page, form] = [`/alerts/${alert}`, `action="/alerts/${alert}/ack"`];
  const [own, other] = [await readerOf(house, ben), await readerOf(house, ada)];
  expect((await own.see(page)).html).toContain(form);
  expect((await other.see(page)).html).not.toContain(form);
  await own.send(`${page}/ack`);
  expect((await own.see(page)).html).not.toContain(form);
  expect((await own.see("/home")).text).toContain(`${ben.email} is on it`);
});

test("says in its message what it is, and no key of a sensor", async () => {
  await house.database.sql`update alerts set title = 'temp2 (Cellar)' where id = ${alert}`;
  await handOver(ben.userId);
  await dispatch(house.services);
  expect(house.sent.map(({ content }) => content.subject)).toContainEqual(
    "Assigned to you: Temperature 2 (Cellar): freeze, at Elm Street",
  );
});

test("notifies the new owner on every channel that they want for such an alert, counting a text once", async () => {
  const leak = (
    await addAlert(house.database, home, { kind: "leak", severity: "critical", openedAt: house.clock() })
  ).id;
  alert = leak;
  await house.database.sql`update households set plan = 'pro' where id = ${home}`;
  await addContactPoint(house.database, ben.userId, "sms", "+15555550177");
  await addContactPoint(house.database, ben.userId, "push", "ben-token");
  await handOver(ben.userId);
  await handOver(ada.userId, ben);
  await handOver(ben.userId);
  const notified = await house.database.sql<{ channel: string; recipient: string }>`
    select channel, recipient from outbox where kind = 'hand_over' and recipient <> ${ada.email}
    and alert_ids = ${[leak]} order by channel`;
  expect(notified).toEqual([
    { channel: "email", recipient: ben.email },
    { channel: "push", recipient: "ben-token" },
    { channel: "sms", recipient: "+15555550177" },
  ]);
  const counted = "select sent from sending_counts where channel = 'sms' and scope = 'home' and subject = $1";
  expect(await house.database.query(counted, [home])).toEqual([{ sent: 1 }]);
});

test("a hand-over that is not kept counts none of its messages", async () => {
  await addContactPoint(house.database, ben.userId, "push", "ben-lost");
  house.database.failNext({ kind: "refuse" }, "update alert_states");
  house.database.failNext({ kind: "refuse" }, "update alert_states");
  house.database.failNext({ kind: "refuse" }, "update alert_states");
  expect((await handOver(ben.userId)).status).toBe(500);
  const counted =
    "select channel, sent from sending_counts where scope = 'home' and subject = $1 order by channel";
  expect(await house.database.query(counted, [home])).toEqual([]);
  await handOver(ben.userId);
  expect(await house.database.query(counted, [home])).toEqual([
    { channel: "email", sent: 1 },
    { channel: "push", sent: 1 },
  ]);
});

test("what somebody has turned off stays off when an alert is handed to them, and mail comes all the same", async () => {
  await addContactPoint(house.database, ben.userId, "push", "ben-off");
  const choices = JSON.stringify({ push: false, email: false });
  await house.database.sql`update memberships set notifications = ${choices} where user_id = ${ben.userId}`;
  await handOver(ben.userId);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([ben.email]);
});

test("the page offers those who may take it, and says who has it", async () => {
  const reader = await readerOf(house, ada);
  const { html } = await reader.see(`/alerts/${alert}`);
  expect(html).toContain(`<option value="${ben.userId}">${ben.email}</option>`);
  expect(html).not.toContain(`>${ada.email}</option>`);
  const sent = await reader.send(`/alerts/${alert}/hand-over`, { user_id: ben.userId });
  expect(sent.location).toBe(`/alerts/${alert}?done=handedOver`);
  expect((await reader.see(`/alerts/${alert}`)).html).toContain(`assigned it to ${ben.email}, `);
  const viewer = await readerOf(house, await addMember(house.database, home, "viewer"));
  expect((await viewer.see(`/alerts/${alert}`)).html).not.toContain("hand-over");
  expect((await viewer.send(`/alerts/${alert}/hand-over`, { user_id: ben.userId })).status).toBe(403);
});
