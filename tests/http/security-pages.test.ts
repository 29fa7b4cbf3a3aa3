import { beforeEach, describe, expect, test } from "vitest";
import { PAGE_SECURITY_ROUTES } from "../../functions/_http/security-log.ts";
import { pagesApp } from "../../functions/pages/app.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { addDevice, addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { openHouse, routesOf } from "../support/house.ts";
import { readLines } from "../support/json-lines.ts";
import { browserOf, type Reader, readerOf } from "../support/reader.ts";
import { cryptoRandom } from "../support/services.ts";

/** Forms that are about no sign-in, right or secret. */
const HARMLESS =
  /^POST \/(?!notifications\/contacts\/:id\/(?:rotate|end)-|operator\/homes\/(?:end-|block|unblock|:id\/plan))(home|alerts|charts|a|coverage|operator|sensors|rules|feeds|deliveries|notifications|status|welcome)(\/|$)/;
/** Further harmless forms, whose paths are next to recorded ones. */
const UNRECORDED = readLines<string>(new URL("unrecorded-forms.jsonl", import.meta.url));

let home: string;
let ada: TestMember;
let browser: Reader;
const house = await openHouse();
beforeEach(async () => {
  home = await addHome(house.database);
  ada = await addMember(house.database, home);
  browser = await readerOf(house, ada);
  house.services.reports.length = 0;
});

const lines = () => house.services.reports.filter(({ event }) => event === "security");
test("a form is decoded once: what a person typed with percent signs and entities is shown as typed", async () => {
  await browser.send("/sharing/keys", { name: "100%41 &amp;", scope: "read" });
  expect((await browser.see("/sharing")).html).toContain("100%41 &amp;amp;");
});

describe("the security log", () => {
  test("knows every form of the pages that signs in, gives a right or makes a secret", () => {
    const forms = routesOf(pagesApp(house.services)).filter((line) => line.startsWith("POST "));
    const others = forms.filter((form) => !HARMLESS.test(form));
    expect([...Object.keys(PAGE_SECURITY_ROUTES), ...UNRECORDED].sort()).toEqual(others.sort());
  });

  test("has a line for what a form has done, by whom and where", async () => {
    const { id } = await addDevice(house.database, home);
    await browser.send("/sharing/keys", { name: "k", scope: "read" });
    await browser.send(`/devices/${id}/rotate`);
    await browser.send(`/devices/${id}/remove`);
    await browser.send("/people/invitations", { email: "new@example.com", role: "viewer" });
    await browser.send("/sign-out");
    expect(lines().map(({ act }) => act)).toEqual([
      "secret_created",
      "secret_rotated",
      "secret_revealed",
      "secret_revoked",
      "rights_changed",
      "signed_out",
    ]);
    for (const line of lines()) expect(line).toMatchObject({ household_id: home, actor_id: ada.userId });
  });

  test("has none for a form that was refused, but for a missing right, a missing proof and an unknown session", async () => {
    await browser.send("/sharing/keys", { name: "", scope: "read" });
    expect(lines()).toEqual([]);
    const viewer = await readerOf(house, await addMember(house.database, home, "viewer"));
    await viewer.send("/sharing/keys", { name: "k", scope: "read" });
    house.clock.advance(11 * 60_000);
    await browser.send("/sharing/keys", { name: "k", scope: "write" });
    const cookie = `__Host-session=${newSecret(SECRET_TYPES.session, cryptoRandom)}`;
    await browserOf(pagesApp(house.services), { cookie }).send("/sharing/keys");
    expect(lines()).toMatchObject([
      { level: "warn", act: "right_refused", reason: "role_forbids", household_id: home },
      { level: "warn", act: "right_refused", reason: "prove_again", actor_id: ada.userId },
      { level: "warn", act: "token_unknown", secret_type: "ses" },
    ]);
  });
});
