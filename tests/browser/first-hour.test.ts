import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { signInMailTo } from "../support/account.ts";
import { barriers, hasBrowser, openPage, scrollsSideways, smallTargets } from "../support/browser.ts";
import { addShareLink } from "../support/fixtures.ts";
import { serveHouse } from "../support/served-house.ts";
import { CRON_SECRET } from "../support/services.ts";

const EMAIL = "dora@example.com";

const house = await serveHouse(new Date().toISOString());

/** Checks what every page of this story must fulfill. */
async function isOpenToAll(page: Page): Promise<void> {
  expect(await barriers(page)).toEqual([]);
  expect([await scrollsSideways(page), await smallTargets(page)]).toEqual([false, []]);
}

describe.skipIf(!hasBrowser)("the first hour of a home", () => {
  test("from an address to an alert that somebody takes on from the message, and the family sees it", async () => {
    const page = await openPage();
    await page.goto(`${house.url}/home`);
    await page.getByLabel("Email address").fill(EMAIL);
    await page.getByRole("button", { name: "Email me a code" }).click();
    const { code } = await signInMailTo(house, EMAIL);
    await page.getByLabel("Code", { exact: true }).fill(code);
    await page.getByRole("button", { name: "Sign in" }).click();

    await page.getByLabel("Home name").fill("Dora's cabin");
    expect(await page.getByLabel("Time zone").inputValue()).not.toBe("");
    await isOpenToAll(page);
    await page.getByRole("button", { name: /Next/ }).click();
    await page.getByLabel("Name").fill("Cellar node");
    await page.getByLabel("Room").fill("Cellar");
    await page.getByRole("button", { name: "Create key" }).click();

    const ingest = (await page.locator("#address").textContent()) ?? "";
    await expect.poll(() => page.locator("#live").innerText()).toContain("Waiting for the first reading");
    await page.getByRole("link", { name: "ESPHome" }).click();
    expect(await page.locator("pre").innerText()).toContain(ingest);
    await fetch(ingest, { method: "POST", body: '{"temp1": 5.5, "flood1": false}' });
    await expect.poll(() => page.locator("#live").innerText()).toMatch(/Temperature: 5\.5.°F/);
    await isOpenToAll(page);
    const setUp = page.url();
    await page.getByRole("link", { name: "Name its sensors" }).click();
    await isOpenToAll(page);
    await page.getByLabel("Its readings are in").selectOption("°C");
    await page.getByLabel("Where it is").first().selectOption("pipe");
    await page.getByRole("button", { name: "Save sensors" }).click();
    await page.goto(setUp);
    expect(await page.locator("#live").innerText()).toMatch(/Temperature: 5\.5.°C/);
    await page.getByRole("button", { name: "Send a test alert" }).click();
    expect(await page.getByText("On its way.").count()).toBe(1);

    await page.getByRole("link", { name: "Go to my home" }).click();
    // After one reading, today has no lowest and highest yet.
    expect(await page.locator("main").innerText()).not.toMatch(/low .*high .*today/);
    const [age, value] = await page.evaluate<number[]>(
      `[".headline .age", ".card:not(.headline) .value"].map((each) =>
        Math.round(document.querySelector(each).getBoundingClientRect().right))`,
    );
    expect(age).toBe(value);
    await fetch(ingest, { method: "POST", body: '{"temp1": 4.5, "flood1": true}' });
    await page.reload();
    await expect
      .poll(() => page.locator(".standing").innerText())
      .toContain("Water leak: Leak sensor (Cellar) is wet");
    // Before there is a line or a trend, today's lowest and highest are below the value, as later.
    const [today, figure] = await page.evaluate<number[]>(
      `[".today", ".headline .value"].map((each) =>
        Math.round(document.querySelector(each).getBoundingClientRect().left))`,
    );
    expect(today).toBe(figure);
    await isOpenToAll(page);
    await send();

    const link = await linkOfMessage();
    const stranger = await openPage({ scheme: "dark", width: 320 });
    await stranger.goto(link);
    await isOpenToAll(stranger);
    await stranger.getByRole("button", { name: "I'm on it" }).click();
    await expect
      .poll(() => stranger.locator("main").innerText())
      .toContain(`Acknowledged by ${EMAIL.split("@")[0]},`);

    const [home] = await house.database.sql<{ id: string }>`
      select id from households where name = 'Dora''s cabin'`;
    const token = await addShareLink(house.database, home?.id ?? "");
    const family = await openPage();
    await family.goto(`${house.url}/s/${token}`);
    const told = await family.locator(".standing").innerText();
    expect(told).toContain("Water leak: Leak sensor (Cellar) is wet");
    expect(told).toContain("Someone is on it");
    expect([page.complaints, stranger.complaints, family.complaints]).toEqual([[], [], []]);
  });

  test("takes five presses from the start page to a reading, and twelve to a named, placed, charted, shared sensor", async () => {
    const page = await openPage();
    let presses = 0;
    const press = async (role: "button" | "link", name: string | RegExp) => {
      presses += 1;
      await page.getByRole(role, { name }).first().click();
    };
    await page.goto(house.url);
    await press("link", "Get started");
    await page.getByLabel("Email address").fill("walker@example.com");
    await press("button", "Email me a code");
    const { code } = await signInMailTo(house, "walker@example.com");
    await page.getByLabel("Code", { exact: true }).fill(code);
    await press("button", "Sign in");
    await page.getByLabel("Home name").fill("Lake house");
    await press("button", /Next/);
    await page.getByLabel("Name").fill("Cellar node");
    await page.getByLabel("Room").fill("Cellar");
    await press("button", "Create key");
    const ingest = (await page.locator("#address").textContent()) ?? "";
    await fetch(ingest, { method: "POST", body: '{"temp1": 48.5}' });
    await expect.poll(() => page.locator("#live").innerText()).toMatch(/Temperature: 48\.5.°F/);
    expect(presses).toBeLessThanOrEqual(5);

    await press("link", "Name its sensors");
    await page.getByLabel("Name", { exact: true }).fill("North wall");
    presses += 1;
    await page.getByLabel("Where it is").selectOption("pipe");
    await press("button", "Save sensors");
    await press("link", "North wall");
    expect(await page.locator("figure.traces").isVisible()).toBe(true);
    await press("link", "Share");
    await press("button", "Create link");
    const shared = await openPage();
    await shared.goto(await page.locator(".key").innerText());
    expect(await shared.locator("main").innerText()).toContain("North wall");
    expect(presses).toBeLessThanOrEqual(12);
  });
});

/** Runs the job that sends messages, as the clock does every few seconds. */
async function send(): Promise<void> {
  const answer = await fetch(`${house.url}/api/cron/dispatch`, {
    method: "POST",
    headers: { Authorization: `Bearer ${CRON_SECRET}` },
  });
  expect(answer.status).toBe(200);
}

/** Returns the link in the last message about the leak. */
async function linkOfMessage(): Promise<string> {
  const texts = house.sent
    .map(({ content }) => `${content.subject} ${content.text}`)
    .filter((text) => /leak|wet/i.test(text));
  const path = /\/(?:a|api\/alerts\/ack)\/([\w.-]+)/.exec(texts.at(-1) ?? "");
  return `${house.url}/a/${path?.[1]}`;
}
