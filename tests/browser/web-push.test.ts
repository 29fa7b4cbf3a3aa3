import type { BrowserContext } from "playwright-core";
import { describe, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { enter, hasBrowser, openPage } from "../support/browser.ts";
import { addHome, addMember } from "../support/fixtures.ts";
import { serveHouse } from "../support/served-house.ts";

const WEB_PUSH = {
  config: { apiKey: "a-key", appId: "1:2:web:3", messagingSenderId: "2", projectId: "hearth" },
  vapidKey: `B${"A".repeat(86)}`,
};

const house = await serveHouse(undefined, (services) => ({
  pages: pagesApp({ ...services, webPush: WEB_PUSH }),
}));
const home = await addHome(house.database, "Elm Street");
const cookie = await house.as(await addMember(house.database, home, "owner", "ada@example.com"));

describe.skipIf(!hasBrowser)("push on a browser", () => {
  test("is allowed with one press, and leaves FCM's token with the person; another press takes it back", async () => {
    const page = await openOwnersPage();
    await standInForFcm(page.context());
    await page.addInitScript(SUBSCRIBES);
    await page.goto(`${house.url}/notifications`);
    await page.getByRole("button", { name: "Turn on push" }).click();
    await page.getByText("Saved.").waitFor();
    expect(await contacts()).toEqual([
      { channel: "push", address: "the-token-of-fcm", details: { platform: "web", app_id: null } },
    ]);
    await page.getByRole("button", { name: "Turn off push" }).click();
    await page.getByText("Removed.").waitFor();
    expect([await contacts(), page.complaints]).toEqual([[], []]);
  });
});

async function openOwnersPage() {
  const page = await openPage();
  await enter(page, house.url, cookie);
  return page;
}

/** A script that replaces the permission and the push service, which a headless browser lacks. The rest is real. */
const SUBSCRIBES = `
  let permission = sessionStorage.getItem("permission") ?? "default";
  Object.defineProperty(Notification, "permission", { get: () => permission });
  Notification.requestPermission = async () => {
    permission = "granted";
    sessionStorage.setItem("permission", permission);
    return permission;
  };
  const subscription = {
    endpoint: "https://push.example.com/one",
    expirationTime: null,
    getKey: () => new Uint8Array(16).buffer,
    unsubscribe: async () => true,
  };
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => subscription;`;

/** Answers the two hosts that Firebase's code calls. */
async function standInForFcm(context: BrowserContext): Promise<void> {
  const cors = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" };
  const authToken = { token: "an-auth-token", expiresIn: "604800s" };
  await context.route("https://firebaseinstallations.googleapis.com/**", (route) =>
    route.fulfill({
      headers: cors,
      json: { fid: "cFid0123456789ABCDEFG", refreshToken: "again", authToken },
    }),
  );
  await context.route("https://fcmregistrations.googleapis.com/**", (route) =>
    route.fulfill({ headers: cors, json: { token: "the-token-of-fcm" } }),
  );
}

const contacts = () =>
  house.database.sql`select channel, address, details from contact_points where channel = 'push'`;
