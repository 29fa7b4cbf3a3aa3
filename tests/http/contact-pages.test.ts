import { expect, test } from "vitest";
import { addContactPoint } from "../support/contacts.ts";
import { addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { addOutsider } from "../support/outsiders.ts";
import { readerOf } from "../support/reader.ts";

test("a webhook's signing key is shown once, and the boxes beside it stay as they are set", async () => {
  const house = await openHouse();
  const reader = await readerOf(house, await addMember(house.database, house.home));
  const ticked = (html: string) =>
    [...html.matchAll(/<input type="checkbox" name="(\w+)"[^>]* checked/g)].map(([, name]) => name);
  const before = ticked((await reader.see("/notifications")).html);
  expect(before).toContain("email");
  const webhook = { channel: "webhook", address: "https://hooks.example.org/x" };
  const { html } = await reader.send("/notifications/contacts", webhook);
  expect(html).toMatch(/id="secret">whsec_[A-Za-z0-9+/]{43}=<.*data-copy="secret"/s);
  expect(ticked(html)).toEqual(before);
  expect((await reader.see("/notifications")).html).not.toContain("whsec_");
});

test("quiet hours say whose time they are, and keep the zone that a program has given them", async () => {
  const house = await openHouse();
  const member = await addMember(house.database, house.home);
  const reader = await readerOf(house, member);
  const set = { email: "on", sms: "all", phone: "", phone_now: "", from: "22:00", to: "07:00" };
  const zoneShown = async () =>
    /name="zone" value="([^"]+)"/.exec((await reader.see("/notifications")).html)?.[1];
  expect(await zoneShown()).toBe("UTC");
  await reader.send("/notifications", { ...set, zone: "Europe/Berlin" });
  expect(await zoneShown()).toBe("Europe/Berlin");
  expect((await reader.see("/notifications")).text).toContain("Europe/Berlin time.");
});

test("a contact whose newest message was refused shows why, until one arrives", async () => {
  const house = await openHouse();
  const member = await addMember(house.database, house.home);
  const reader = await readerOf(house, member);
  await addContactPoint(house.database, member.userId, "ntfy", "https://ntfy.example.org/…1");
  const shownAfter = async (state: string, failure: string | null) => {
    await reader.send("/notifications/test", { channel: "ntfy" });
    house.clock.advance(60_000);
    const now = house.clock().toISOString();
    await house.database
      .sql`update outbox set state = ${state}, last_error = ${failure}, attempted_at = ${now}
      where state = 'pending'`;
    return (await reader.see("/notifications")).text;
  };
  await addOutsider(house.database, house.home, { channel: "ntfy", address: "https://ntfy.example.org/…1" });
  expect(await shownAfter("dead", "ntfy: HTTP 404")).toContain(
    "the last message didn't arrive: ntfy: HTTP 404",
  );
  expect((await reader.see("/escalation")).text).toContain("the last message didn't arrive: ntfy: HTTP 404");
  expect(await shownAfter("sent", null)).not.toContain("didn't arrive");
  expect(await shownAfter("pending", "ntfy: HTTP 503")).toContain("ntfy: HTTP 503");
  expect(await shownAfter("dropped", "overtaken")).not.toContain("didn't arrive");
});
