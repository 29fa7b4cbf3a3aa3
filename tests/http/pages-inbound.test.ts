import { expect, test } from "vitest";
import { addHome, addInboundToken, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { readerOf } from "../support/reader.ts";

const house = await openHouse("2026-11-20T10:00:00Z");
const home = await addHome(house.database, "Elm Street");
const owner = await readerOf(house, await addMember(house.database, home, "owner"));

const aSigned = () =>
  addInboundToken(house.database, home, {
    vault: house.services.serverVault,
    signingSecret: "a signing secret",
    requiresTimestamp: true,
  });

test("a sample is signed as the token asks for it, and does what it says", async () => {
  const { id } = await aSigned();
  const { status, html } = await owner.send(`/sharing/inbound/${id}`, { action: "snooze", hours: "4" });
  expect([status, html.includes("It worked")]).toEqual([303, true]);
  expect(html).toMatch(/X-Service-Signature: [0-9a-f]{64}/);
  expect(html).toContain(`X-Service-Timestamp: ${Date.parse("2026-11-20T10:00:00Z") / 1_000}`);
  expect(html).toContain("2026-11-20T14:00:00.000Z");
  expect((await owner.see("/activity")).html).toContain("owner-");
});

test("a secret that cannot be opened is answered as every caller is answered", async () => {
  const { id } = await aSigned();
  await house.database.query("update inbound_tokens set sealed_signing_secret = 'v1.x.y' where id = $1", [
    id,
  ]);
  const { html } = await owner.send(`/sharing/inbound/${id}`, { action: "status" });
  expect([html.includes("It was refused"), html.includes("Invalid signature")]).toEqual([true, true]);
});

test("what is no call is refused beside the form", async () => {
  const { id } = await addInboundToken(house.database, home);
  for (const fields of [{ action: "dance" }, { action: "snooze", hours: "-1" }]) {
    const refused = await owner.send(`/sharing/inbound/${id}`, fields);
    expect([refused.status, refused.html.includes('role="alert"')]).toEqual([303, true]);
  }
});

test("recipes name this installation, and a key that was just made is filled in", async () => {
  const { html } = await owner.see("/sharing/recipes");
  expect(html).toContain(`${house.services.baseUrl}/api/v1/readings.csv`);
  expect(html).toContain("YOUR_API_KEY");
  const made = await owner.send("/sharing/keys", { name: "Grafana", scope: "read" });
  expect(made.html).toMatch(/bearerToken: \w+/);
  expect(made.html).not.toContain("YOUR_API_KEY");
});
