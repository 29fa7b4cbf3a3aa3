import { expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { aDeadLetter } from "../support/makers.ts";

test("a message that was given up says why, and whoever may change the home has it tried again", async () => {
  const house = await openHouse("2026-11-20T10:00:00Z");
  const app = pagesApp(house.services);
  const home = await addHome(house.database, "Elm Street");
  const member = await addMember(house.database, home, "member");
  const cookie = await house.as(member);
  const viewer = await house.as(await addMember(house.database, home, "viewer"));
  const see = async (as: string) => (await app.request("/deliveries", { headers: { Cookie: as } })).text();
  expect(await see(cookie)).toContain("No messages yet.");
  const id = await aDeadLetter({ house, home, caller: member });
  await house.database.query("update outbox set last_error = 'Mailbox <full>' where id = $1", [id]);
  const html = await see(cookie);
  expect(html).toContain("failed");
  expect(html).toContain("Mailbox &lt;full&gt;");
  expect(html).toContain(`action="/deliveries/${id}/retry"`);
  expect(await see(viewer)).not.toContain("/retry");
  const retry = () =>
    app.request(`/deliveries/${id}/retry`, {
      method: "POST",
      headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
    });
  expect((await retry()).headers.get("Location")).toBe("/deliveries?done=retried");
  expect(await see(cookie)).toContain("waiting");
  const again = await retry();
  expect([again.headers.get("Location"), again.headers.getSetCookie().join()]).toEqual([
    "/deliveries",
    expect.stringContaining("__Host-note="),
  ]);
});
