import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byteaText, secretHash } from "../../lib/kernel/secret-hash.queries.ts";
import { newAlertToken } from "../../lib/messages/links/tokens.ts";
import { enter, hasBrowser, openBrowser, openPage } from "../support/browser.ts";
import { addAlert, addDevice, addHome, addMember, type TestMember } from "../support/cast.ts";
import { addCallLink, addOutsider } from "../support/outsiders.ts";
import { cryptoRandom } from "../support/ports.ts";
import { type ServedHouse, serveHouse } from "../support/served-house.ts";

let house: ServedHouse;
let browser: Browser;
let home: string;
let ada: TestMember;
let cellar: string;

const aLeak = async () =>
  (
    await addAlert(house.database, home, {
      kind: "leak",
      severity: "critical",
      title: "Floor (Cellar)",
      deviceId: cellar,
      openedAt: house.clock(),
    })
  ).id;

async function signedIn(path: string, scripts = true): Promise<Page> {
  const page = await openPage(browser, { scripts, worker: false });
  await enter(page, house.url, await house.as(ada));
  await page.goto(house.url + path);
  return page;
}

const posts = (path: string): number => house.asked.filter((line) => line === `POST ${path}`).length;

describe.skipIf(!hasBrowser)("at night", () => {
  beforeAll(async () => {
    house = await serveHouse("2026-11-20T03:00:00Z");
    browser = await openBrowser();
    home = await addHome(house.database, "Elm Street");
    ada = await addMember(house.database, home, "owner", "ada@example.com");
    const [wet, warm] = [
      await addDevice(house.database, home, { name: "Cellar node", space: "Cellar" }),
      await addDevice(house.database, home, { name: "Attic node", space: "Attic" }),
    ];
    for (const { ingestKey } of [wet, warm])
      await house.apps.ingest.request(`/api/ingest/${ingestKey}`, {
        method: "POST",
        body: JSON.stringify({ temp1: 61, flood1: false }),
      });
    cellar = wet.id;
  });
  afterAll(async () => {
    await browser?.close();
    await house?.stop();
  });

  test.each([
    { by: "with scripts", scripts: true },
    { by: "without a script", scripts: false },
  ])("a neighbor who presses On my way is seen by the owner, once, $by", async ({ scripts }) => {
    const alert = await aLeak();
    const nora = await addOutsider(house.database, home);
    const token = await addCallLink(house.database, {
      home,
      contact: nora.id,
      alerts: [alert],
      now: house.clock(),
    });
    const path = `/r/${token}`;
    const page = await openPage(browser, { scripts, worker: false });
    await page.goto(house.url + path);
    const text = await page.locator("main").innerText();
    expect([text.includes("Cellar"), text.includes("Attic"), text.includes(ada.email)]).toEqual([
      true,
      false,
      false,
    ]);
    await page.getByRole("button", { name: "On my way" }).click();
    expect(await page.getByRole("status").innerText()).toContain("Nora is on the way");
    await page.reload();
    await page.goBack();
    expect(posts(path)).toBe(1);
    await page.context().close();

    const owner = await signedIn(`/alerts/${alert}`, scripts);
    const happened = owner.getByRole("region", { name: "What happened" });
    expect(await happened.getByText("Nora is on the way").count()).toBe(1);
    expect(await owner.locator(".note.done").innerText()).toContain("Nora");
    await owner.context().close();
  });

  test("whoever follows the link in a mail takes the alert on, signed out and without a script", async () => {
    const alert = await aLeak();
    const token = newAlertToken(cryptoRandom);
    await house.database.query(
      `insert into alert_links (token_hash, household_id, user_id, alert_ids, expires_at)
       values ($1::bytea, $2, $3, $4, $5::timestamptz + interval '1 day')`,
      [byteaText(await secretHash(token)), home, ada.userId, [alert], house.clock()],
    );
    const page = await openPage(browser, { scripts: false, worker: false });
    await page.goto(`${house.url}/a/${token}`);
    await page.getByRole("button", { name: "I'm on it" }).click();
    expect(await page.locator(".note.done").last().innerText()).toContain(ada.email);
    await page.reload();
    expect(posts(`/a/${token}`)).toBe(1);
    expect(await page.getByRole("button", { name: "I'm on it" }).count()).toBe(0);
    await page.context().close();
  });

  test("an owner who mistypes a contact's address sees where, and keeps what was typed", async () => {
    await addOutsider(house.database, home);
    const page = await signedIn("/escalation", false);
    await page.getByText("Add a contact").click();
    await page.getByLabel("Name", { exact: true }).fill("Luis");
    await page.getByLabel("Number or address").fill("next door");
    await page.getByLabel("Called for").selectOption("leaks");
    await page.getByLabel("Attic").check();
    await page.getByRole("button", { name: "Ask them" }).click();
    const address = page.getByLabel("Number or address");
    expect([await address.isVisible(), await address.getAttribute("aria-invalid")]).toEqual([true, "true"]);
    expect([
      await page.getByLabel("Name", { exact: true }).inputValue(),
      await address.inputValue(),
      await page.getByLabel("Called for").inputValue(),
      await page.getByLabel("Attic").isChecked(),
    ]).toEqual(["Luis", "next door", "leaks", true]);
    await address.fill("luis@next-door.example");
    await page.getByRole("button", { name: "Ask them" }).click();
    const luis = page.getByRole("listitem").filter({ hasText: "Luis" });
    expect(await luis.innerText()).toContain("Hasn't answered yet");
    expect(await luis.innerText()).toContain("Attic");
    await page.context().close();
  });

  test("an owner who gives a step a wrong time sees where, and then what they have set", async () => {
    const page = await signedIn("/escalation");
    const first = page.getByRole("group", { name: "Step 1" }).getByLabel("After (minutes)");
    const second = page.getByRole("group", { name: "Step 2" });
    await first.fill("3");
    await page.getByRole("button", { name: "Save" }).click();
    expect([await first.inputValue(), await first.getAttribute("aria-invalid")]).toEqual(["3", "true"]);
    await first.fill("0");
    await second.getByLabel("After (minutes)").fill("5000");
    await page.getByRole("button", { name: "Save" }).click();
    const minutes = second.getByLabel("After (minutes)");
    expect([await minutes.inputValue(), await minutes.getAttribute("aria-invalid")]).toEqual([
      "5000",
      "true",
    ]);
    await minutes.fill("7");
    await page.getByRole("button", { name: "Save" }).click();
    expect(await minutes.inputValue()).toBe("7");
    await page.getByRole("button", { name: "Use the default" }).click();
    expect(await minutes.inputValue()).toBe("5");
    await page.context().close();
  });
});
