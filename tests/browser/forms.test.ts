import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { LIMITS } from "../../schema/limits.ts";
import { signInMailTo } from "../support/account.ts";
import { enter, hasBrowser, openPage, scrollsSideways } from "../support/browser.ts";
import { everyPage } from "../support/every-page.ts";
import { furnish } from "../support/furnished-house.ts";
import { readNamedLines } from "../support/json-lines.ts";
import { serveHouse } from "../support/served-house.ts";

const WIDTHS = [1280, 320];
/** Forms share the code for refusals, so only every fourth is also tested for its width, a reload and going back. */
const STEP = 4;
const LONG = "x".repeat(300);

/** The fields that a person types into. */
const TYPED =
  "input:is([type=text], [type=email], [type=url], [type=number], [type=tel], [type=time], :not([type])), textarea";

const house = await serveHouse();

/** A form, by its page and action, with a wrong value. `reader`: the owner by default. */
type Slip = {
  page: string;
  action?: string;
  wrong: Record<string, string>;
  reader?: "newcomer" | "operator" | "nobody";
};

const slips = ({ ids }: typeof furnished): Slip[] =>
  readNamedLines(new URL("forms.jsonl", import.meta.url), {
    ...ids,
    long: LONG,
    longer: "x".repeat(LIMITS.statusTextCharactersMax + 1),
  });

const posts = (): number => house.asked.filter((line) => line.startsWith("POST")).length;

async function become(page: Page, reader: keyof typeof furnished.cookies | "nobody"): Promise<void> {
  await page.context().clearCookies();
  if (reader !== "nobody") await enter(page, house.url, furnished.cookies[reader]);
}

/** Fills in and sends a form, without the browser's own checks, which would stop it. */
async function sendWrongly(page: Page, { action, page: path, wrong }: Slip): Promise<void> {
  const form = page
    .locator(`form[method=post][action="${action ?? path}"]`)
    .filter({ has: page.locator(`[name=${Object.keys(wrong)[0]}]`) });
  const shut = form.locator("xpath=ancestor-or-self::details[not(@open)]");
  for (const details of await shut.all()) await details.locator("> summary").click();
  await form.evaluate((element: { noValidate: boolean }) => {
    element.noValidate = true;
  });
  for (const [name, value] of Object.entries(wrong)) {
    const field = form.locator(`[name=${name}]`);
    await field.evaluate((element: { removeAttribute(name: string): void }) =>
      element.removeAttribute("maxlength"),
    );
    await field.fill(value);
  }
  await form.locator("button[type=submit]").first().click();
  // A click waits only for the start of the response.
  await page.waitForLoadState();
}

/** Returns the actions of forms with typed fields. The browser parses the HTML, without loading or rendering it. */
const actionsOfTypedForms = (page: Page, html: string): Promise<string[]> =>
  page.evaluate(`[...new DOMParser().parseFromString(${JSON.stringify(html)}, "text/html").querySelectorAll("form[method=post]")]
    .filter((form) => form.querySelector(${JSON.stringify(TYPED)}) !== null)
    .map((form) => form.getAttribute("action") ?? "")`);

const furnished = await furnish(house);

describe.skipIf(!hasBrowser)("every form", () => {
  test("that was filled in wrongly says so at the field, keeps what was typed and can be reloaded and left", async () => {
    const page = await openPage({ scripts: false, worker: false });
    const faults: string[] = [];
    for (const [place, slip] of slips(furnished).entries()) {
      await become(page, slip.reader ?? "owner");
      await page.goto(house.url + slip.page);
      await sendWrongly(page, slip);
      const say = (fault: string) => faults.push(`${slip.page} ${slip.action ?? ""}: ${fault}`);
      if (new URL(page.url()).pathname !== slip.page.split("?")[0]) say(`went to ${page.url()}`);
      const alert = (await page.locator("[role=alert]").allInnerTexts()).join(" ");
      if (!/\w{4}/.test(alert) || /"|JSON/.test(alert)) say(`says ${JSON.stringify(alert)}`);
      if ((await page.locator("#what-is-wrong").count()) !== 1) say("marks no field");
      const kept = await page
        .locator(`[name=${Object.keys(slip.wrong)[0]}]`)
        .evaluateAll((all) => all.map((each) => (each as { value?: string }).value ?? ""));
      if (!kept.some((value) => Object.values(slip.wrong).includes(value)))
        say(`keeps ${kept.join("|").slice(0, 80)}`);
      if (place % STEP !== 0) continue;
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        if (await scrollsSideways(page)) say(`scrolls sideways at ${width}`);
      }
      const before = posts();
      await page.reload();
      if (posts() !== before) say("a reload sends it again");
      if ((await page.goBack())?.ok() === false) say("the way back is broken");
    }
    expect(faults).toEqual([]);
  });

  test("that takes typing has a case above, on whichever page it stands", async () => {
    const page = await openPage({ scripts: false, worker: false });
    const ids = Object.values(furnished.ids);
    const nameOf = (address: string) => ids.reduce((name, id) => name.replace(id, "*"), address);
    const found = new Set<string>();
    let now: string | null = null;
    for (const [, path, reader = "owner", status = 200] of everyPage(furnished)) {
      if (status !== 200) continue;
      if (reader !== now) await become(page, reader);
      now = reader;
      const html = await (await page.request.get(house.url + path)).text();
      const actions = await actionsOfTypedForms(page, html);
      for (const action of actions) found.add(nameOf(action.split("?")[0] ?? ""));
    }
    const tried = slips(furnished).map(({ action, page: path }) =>
      nameOf((action ?? path).split("?")[0] ?? ""),
    );
    expect([...found].filter((action) => !tried.includes(action)).sort()).toEqual([]);
    expect(found.size).toBeGreaterThan(20);
  });

  test("in Spanish says what is wrong in Spanish", async () => {
    const page = await openPage({ language: "es-ES", worker: false });
    await become(page, "owner");
    await page.goto(`${house.url}/sharing`);
    await sendWrongly(page, { page: "/sharing", action: "/sharing/links", wrong: { name: LONG } });
    expect(await page.locator("[role=alert]").innerText()).toBe(
      "Hay un problema: Escriba como mucho 80 caracteres.",
    );
    expect(await page.locator("[aria-invalid=true]").getAttribute("aria-describedby")).toBe("what-is-wrong");
  });

  test("that makes something shows it once, and neither a reload nor the way back makes another", async () => {
    const page = await openPage({ worker: false });
    await become(page, "owner");
    const links = () => page.locator("section[aria-labelledby=links] ul.lines > li").count();
    await page.goto(`${house.url}/sharing`);
    const before = await links();
    await page.locator("form[action='/sharing/links'] button").click();
    expect(await page.locator(".key").innerText()).toContain("/s/");
    await page.reload();
    expect([await links(), await page.locator(".key").count()]).toEqual([before + 1, 0]);
    await page.goBack();
    await page.goForward();
    expect(await links()).toBe(before + 1);
  });

  test("keeps what was typed through signing in again, and changes nothing before", async () => {
    const page = await openPage({ worker: false });
    await become(page, "owner");
    await page.goto(`${house.url}/settings/home`);
    await page.locator("[name=name]").fill("Elm Street 7");
    await page.context().clearCookies({ name: "__Host-session" });
    await page.locator("main button[type=submit]").click();
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    expect(await page.locator("main").innerText()).toContain("what you typed is kept");
    house.clock.advance(60_000);
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.locator("form button").click();
    const { code } = await signInMailTo(house, "ada@example.com");
    await page.locator("[name=code]").fill(code);
    await page.locator("form[action='/sign-in/code'] button").click();
    expect(await page.locator("[name=name]").inputValue()).toBe("Elm Street 7");
    expect(await page.locator("[role=alert]").innerText()).toContain("nothing was saved");
    await page.locator("main button[type=submit]").click();
    expect(await page.locator("main nav.panel").first().innerText()).toContain("Elm Street 7");
  });

  test("asks once before it takes something away, without a script too", async () => {
    const page = await openPage({ scripts: false, worker: false });
    await become(page, "owner");
    await page.goto(`${house.url}/sharing`);
    const line = page.locator("section[aria-labelledby=links] ul.lines > li").first();
    expect(await line.locator("form button").isVisible()).toBe(false);
    await line.locator("summary").click();
    await line.locator("form button").click();
    expect(page.url()).toContain("done=removed");
  });

  test("for a place finds it by a town, and sets the forecast and the zone together", async () => {
    const page = await openPage({ scripts: false, worker: false });
    await become(page, "owner");
    await page.goto(`${house.url}/settings/place`);
    await page.locator("[name=search]").fill("dulu");
    await page.locator("search button").click();
    await page.getByRole("button", { name: /Duluth, Minnesota/ }).click();
    const set = await page.locator("main nav.panel").first().innerText();
    expect(set).toContain("Near Duluth");
    expect(set).toContain("America/Chicago");
  });
});
