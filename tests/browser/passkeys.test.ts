import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { barriers, enter, hasBrowser, openPage, scrollsSideways } from "../support/browser.ts";
import { addHome, addMember } from "../support/fixtures.ts";
import { serveHouse } from "../support/served-house.ts";

const EMAIL = "ada@example.com";

const house = await serveHouse(undefined, undefined, "localhost");
const home = await addHome(house.database, "Elm Street");
const cookie = await house.as(await addMember(house.database, home, "owner", EMAIL));

describe.skipIf(!hasBrowser)("a passkey in a browser", () => {
  test("is added and signs in", async () => {
    const page = await openPage();
    await plugIn(page);
    await enter(page, house.url, cookie);
    await page.goto(`${house.url}/passkeys`);
    await page.getByLabel("Name").fill("Phone");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Created.").waitFor();
    expect([await barriers(page), await scrollsSideways(page)]).toEqual([[], false]);

    await page.goto(`${house.url}/settings`);
    await page.getByRole("button", { name: "Sign out" }).click();
    // The virtual authenticator accepts the offer in the email field at once.
    await page.goto(`${house.url}/sign-in?next=/passkeys`);
    await page.waitForURL(`${house.url}/passkeys`);

    await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
    await page.goto(`${house.url}/settings`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.goto(`${house.url}/sign-in?next=/passkeys`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(`${house.url}/passkeys`);

    house.clock.advance(11 * 60_000);
    await page.getByLabel("Remove: Phone").click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("button", { name: "Email me a code" }).waitFor();
    expect(page.complaints).toEqual([]);
  });

  test("that somebody thinks better of changes nothing, and says so", async () => {
    const page = await openPage();
    await plugIn(page, { isUserVerified: false });
    await page.goto(`${house.url}/sign-in`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("That didn't work.").waitFor();
    expect(page.url()).toBe(`${house.url}/sign-in`);
  });

  test("is not offered without a script, and mail still is", async () => {
    const page = await openPage({ scripts: false });
    await page.goto(`${house.url}/sign-in`);
    expect(await page.getByRole("button", { name: "Sign in with a passkey" }).isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Email me a code" }).isVisible()).toBe(true);
  });
});

/** Adds a platform authenticator that Chromium simulates (WebDriver's virtual authenticators, over CDP). */
async function plugIn(page: Page, { isUserVerified = true } = {}): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
}
