import { beforeEach, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { type House, openHouse } from "../support/house.ts";

let house: House;
beforeEach(async () => {
  house = await openHouse();
});

const ORIGIN = "https://hearth.example.net";

/** A browser that keeps cookies, posts forms and follows the redirect. */
function browser() {
  const app = pagesApp(house.services);
  const jar = new Map([["__Host-session", house.cookie.replace("__Host-session=", "")]]);
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await app.request(`${ORIGIN}${path}`, {
      ...init,
      headers: { Cookie: cookie, Origin: ORIGIN, ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /Max-Age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const page = async (path = "/notifications") => (await ask(path)).text();
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await ask(path, { method: "POST", body: new URLSearchParams(fields) });
    return { status: response.status, at: response.headers.get("Location") ?? "" };
  };
  return { page, post };
}

test("a webhook's signing key is shown once", async () => {
  const { page, post } = browser();
  const { at } = await post("/notifications/contacts", {
    channel: "webhook",
    address: "https://hooks.example.org/x",
  });
  expect(await page(at)).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
  expect(await page(at)).not.toContain("whsec_");
});

test("a signing key that is shown leaves the boxes beside it as they are set", async () => {
  const { page, post } = browser();
  const ticked = (text: string) =>
    [...text.matchAll(/<input type="checkbox" name="(\w+)"[^>]* checked/g)].map(([, name]) => name);
  const before = ticked(await page());
  expect(before).toContain("email");
  const webhook = { channel: "webhook", address: "https://hooks.example.org/x" };
  const { at } = await post("/notifications/contacts", webhook);
  expect(ticked(await page(at))).toEqual(before);
});
