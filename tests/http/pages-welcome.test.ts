import { beforeEach, expect, test } from "vitest";
import { addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { anInvitationForCaller } from "../support/makers.ts";
import { type Reader, readerOf } from "../support/reader.ts";

let member: TestMember;
let newcomer: Reader;
let invitation: string;
const house = await openHouse();
beforeEach(async () => {
  const home = await addHome(house.database, "My home");
  member = await addMember(house.database, home);
  newcomer = await readerOf(house, member);
  invitation = await anInvitationForCaller({ house, home, caller: member });
});

const memberships = () => house.database.sql`select 1 from memberships where user_id = ${member.userId}`;

test("a person who was invited sees it before making a home of their own, and comes by one press", async () => {
  const { html } = await newcomer.see("/welcome");
  expect(html).toMatch(/You&#39;re invited.*Elsewhere/s);
  expect(html.match(/name="your_name"/g)).toHaveLength(1);
  expect((await newcomer.see("/welcome?own")).html).toMatch(/name="your_name".*name="time_zone"/s);
  expect((await newcomer.send(`/settings/invitations/${invitation}`)).location).toBe("/home");
  expect((await memberships()).length).toBe(2);
});

test("a no ends it, once, and that home invites them no more", async () => {
  const path = `/settings/invitations/${invitation}/decline`;
  expect((await newcomer.send(path, { back: "/welcome" })).location).toBe("/welcome?done=declined");
  const { html } = await newcomer.see("/welcome?done=declined");
  expect([html.includes("Invitation declined."), html.includes("Elsewhere")]).toEqual([true, false]);
  expect((await newcomer.send(path)).status).toBe(404);
  expect((await memberships()).length).toBe(1);
  expect(
    await house.database.sql`select 1 from declined_invitations where email = ${member.email}`,
  ).toHaveLength(1);
});

test("nobody declines for somebody else, and a form of another site leads nowhere else", async () => {
  const stranger = await readerOf(house, await addMember(house.database, await addHome(house.database)));
  expect((await stranger.send(`/settings/invitations/${invitation}/decline`)).status).toBe(404);
  const back = "https://elsewhere.example.com/";
  expect((await newcomer.send(`/settings/invitations/${invitation}/decline`, { back })).location).toBe(
    "/settings?done=declined",
  );
});

test("a person says a name with a yes, and the people of that home read it in place of an address", async () => {
  await newcomer.send(`/settings/invitations/${invitation}`, { your_name: "Ben" });
  const { html } = await newcomer.see("/people");
  expect(html).toContain(`<strong>Ben</strong><span class="hint">${member.email} · `);
  expect((await newcomer.see("/settings/language")).html).toMatch(/name="your_name"[^>]*value="Ben"/);
});

test("a person who keeps the home's name is asked for it once", async () => {
  expect((await newcomer.see("/home")).location).toBe("/welcome");
  const back = await newcomer.see("/home", { Referer: "https://hearth.example.net/devices/new" });
  expect(back.text).toContain("Add device");
  await newcomer.send("/welcome", {
    your_name: "Nora",
    name: "My home",
    timezone: "UTC",
    temperature_unit: "F",
  });
  expect((await newcomer.see("/home")).status).toBe(200);
});
