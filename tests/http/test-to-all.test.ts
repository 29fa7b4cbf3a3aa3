import { beforeEach, expect, test } from "vitest";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { addContactPoint } from "../support/contacts.ts";
import { addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { addOutsider } from "../support/outsiders.ts";

const PHONE = "+15555550100";

let home: string;
let ada: TestMember;
let cookie: string;
const house = await openHouse();
beforeEach(async () => {
  home = await addHome(house.database, "Elm Street", "pro");
  ada = await addMember(house.database, home, "owner");
  cookie = await house.as(ada);
  house.sent.length = 0;
});

const send = () => house.call("POST", "/api/v1/notifications/test-all", { cookie, body: {} });

test("goes to every channel of every member who gets criticals, and to those outside who said yes", async () => {
  await addContactPoint(house.database, ada.userId, "sms", PHONE);
  await addContactPoint(house.database, ada.userId, "ntfy", "https://ntfy.sh/ada");
  await addContactPoint(house.database, ada.userId, "call", PHONE);
  const ben = await addMember(house.database, home, "member");
  const off = await addMember(house.database, home, "member");
  await house.database.sql`
    update memberships set notifications = '{"email": false}' where user_id = ${off.userId}`;
  const luis = await addOutsider(house.database, home, { name: "Luis", language: "es" });
  await addOutsider(house.database, home, { name: "Otto", confirmedAt: null });
  const answer = await send();
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true, queued: 5 }]);
  await dispatch(house.services);
  expect(house.sent.map(({ recipient }) => recipient).toSorted()).toEqual(
    [ada.email, ben.email, PHONE, "https://ntfy.sh/ada", luis.address].toSorted(),
  );
  const spanish = house.sent.find(({ recipient }) => recipient === luis.address);
  expect(spanish?.content.language).toBe("es");
});
