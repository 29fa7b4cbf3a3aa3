import { beforeEach, describe, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { addAlert, addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { addAlertLink, addOutsider } from "../support/outsiders.ts";
import { browserOf, readerOf } from "../support/reader.ts";

let home: string;
let ada: TestMember;
let ben: TestMember;
let token: string;

const house = await openHouse("2026-11-20T03:00:00Z");
beforeEach(async () => {
  home = await addHome(house.database, "Elm Street");
  ada = await addMember(house.database, home, "owner");
  ben = await addMember(house.database, home, "member");
});

async function alertWithLink(kind: "leak" | "freeze", severity: "warning" | "critical", to = ada) {
  const { id } = await addAlert(house.database, home, { kind, severity, openedAt: house.clock() });
  const endsAt = new Date(house.clock().getTime() + 86_400_000);
  token = await addAlertLink(house.database, { home, userId: to.userId, alerts: [id], endsAt });
  return id;
}

/** A browser without cookies, as from a mail at night. */
const signedOut = browserOf(pagesApp(house.services));
const html = async (path: string) => (await signedOut.see(path)).html;

describe("the page that a message's link opens, signed out", () => {
  test("hands the alert over where it is pressed", async () => {
    const alert = await alertWithLink("freeze", "critical");
    const shown = await html(`/a/${token}`);
    expect([shown.includes(`${ben.email.split("@")[0]}</option>`), shown.includes(ben.email)]).toEqual([
      true,
      false,
    ]);
    const handed = await signedOut.send(`/a/${token}/hand-over`, { user_id: ben.userId });
    expect(handed.location).toBe(`/a/${token}?done=handedOver`);
    const [row] = await house.database.sql`select acknowledged_by from alerts where id = ${alert}`;
    expect(row).toEqual({ acknowledged_by: ben.userId });
  });

  test("snoozes a warning where it is pressed", async () => {
    await alertWithLink("freeze", "warning");
    expect(await html(`/a/${token}`)).toContain(`action="/a/${token}/quiet"`);
    expect((await signedOut.send(`/a/${token}/quiet`, { hours: "4" })).location).toBe(
      `/a/${token}?done=snooze`,
    );
    const [row] = await house.database.sql`
      select snoozed_until is not null as is from households where id = ${home}`;
    expect(row).toEqual({ is: true });
  });

  test("offers no snooze for a leak, which nothing holds back", async () => {
    await alertWithLink("leak", "critical");
    expect(await html(`/a/${token}`)).not.toContain("/quiet");
  });
});

test("whoever holds the link, without a session, sees a member by the part of the address before the @; members signed in see all of it", async () => {
  const alert = await alertWithLink("leak", "critical", ben);
  await house.call("POST", `/api/v1/alerts/${alert}/ack`, { cookie: await house.as(ada) });
  const page = await html(`/a/${token}`);
  const [name = ""] = ada.email.split("@");
  const said = page.replace(/<details.*?<\/details>/gs, "");
  expect([said.includes(`Acknowledged by ${name}`), said.includes(ada.email)]).toEqual([true, false]);
  const { html: own } = await (await readerOf(house, ben)).see(`/alerts/${alert}`);
  expect(own).toContain(`Acknowledged by ${ada.email}`);
});

describe("the timeline", () => {
  test("keeps who took it, and how, when the alert is over", async () => {
    const alert = await alertWithLink("leak", "critical");
    await signedOut.send(`/a/${token}`, {});
    await house.database.sql`update alerts set closed_at = ${house.clock()} where id = ${alert}`;
    const page = await html(`/a/${token}`);
    const [name = ""] = ada.email.split("@");
    expect(page).toContain(`Acknowledged by ${name} (by the link in a message)`);
    expect(page).toContain(`Acknowledged by ${name},`);
  });

  test("is one list in order in the API", async () => {
    const alert = await alertWithLink("leak", "critical");
    await house.call("POST", `/api/v1/alerts/${alert}/ack`, { cookie: await house.as(ada) });
    await house.call("POST", `/acts/alerts/${alert}/hand-over`, {
      cookie: await house.as(ada),
      body: { user_id: ben.userId },
    });
    const answer = await house.call("GET", `/api/v1/alerts/${alert}/timeline`, {
      cookie: await house.as(ben),
    });
    const { entries } = (await answer.json()) as {
      entries: { type: string; at: string; who: string | null }[];
    };
    expect(entries.map(({ type }) => type)).toEqual(["decision", "acknowledged", "handed_over", "message"]);
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted());
  });

  test("names a message's recipient by the person or contact whose address it is", async () => {
    const alert = await alertWithLink("leak", "critical");
    await house.database.query(
      `insert into contact_points (id, user_id, channel, address, created_at, updated_at)
      values ('cp_ada', $1, 'sms', '+15555550123', now(), now())`,
      [ada.userId],
    );
    await house.database.sql`update users set name = 'Ada' where id = ${ada.userId}`;
    await addOutsider(house.database, home, { name: "Nina next door", address: "nina@post.example" });
    const sentTo = [
      ["sms", "+15555550123"],
      ["email", ben.email],
      ["email", "nina@post.example"],
      ["email", "left@post.example"],
    ];
    for (const [channel, recipient] of sentTo)
      await house.database.sql`
        insert into outbox (id, household_id, channel, recipient, dedupe_key, kind, sealed_message,
        alert_ids, next_attempt_at, created_at, state, settled_at) values (${recipient}, ${home}, ${channel},
        ${recipient}, ${recipient}, 'leak', '', array[${alert}], ${house.clock()}, ${house.clock()}, 'sent',
        ${new Date(house.clock().getTime() + 60_000)})`;
    const answer = await house.call("GET", `/api/v1/alerts/${alert}/timeline`, {
      cookie: await house.as(ben),
    });
    const { entries } = (await answer.json()) as { entries: { type: string; who: string | null }[] };
    const names = entries.filter(({ type }) => type === "message").map(({ who }) => who);
    expect(names.toSorted()).toEqual(["Ada", "Nina next door", ben.email, "l…@post.example"].toSorted());
    const page = (await html(`/a/${token}`)).replace(/<details.*?<\/details>/gs, "");
    // All were sent in the same later minute.
    expect([/Message to ([^<,]+, ){3}[^<,]+</.test(page), page.includes(ben.email)]).toEqual([true, false]);
  });
});

test("what happens next names outside contacts only where one has said yes", async () => {
  const alert = await alertWithLink("leak", "critical");
  await house.database.query(
    `insert into escalation_steps (alert_id, household_id, round, place, step, members_notified, due_at)
    values ($1, $2, 1, 0, '{"whom":"everybody","afterMinutes":5}', false, $3),
      ($1, $2, 1, 1, '{"whom":"contacts","afterMinutes":15}', false, $3)`,
    [alert, home, house.clock()],
  );
  const reader = await readerOf(house, ada);
  const next = async () => {
    const { html: page } = await reader.see(`/alerts/${alert}`);
    return ["Everybody in the home", "All outside contacts"].filter((whom) => page.includes(whom));
  };
  await addOutsider(house.database, home, { confirmedAt: null });
  expect(await next()).toEqual(["Everybody in the home"]);
  await addOutsider(house.database, home);
  expect(await next()).toEqual(["Everybody in the home", "All outside contacts"]);
});
