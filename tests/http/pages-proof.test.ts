import { beforeEach, describe, expect, test } from "vitest";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { mailTo, signInMailTo } from "../support/account.ts";
import { addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { type Reader, readerOf } from "../support/reader.ts";

let home: string;
let ada: TestMember;
let bea: TestMember;
/** Ada's browser, which confirmed her identity eleven minutes ago. */
let old: Reader;

const house = await openHouse();
/** Two owners. */
beforeEach(async () => {
  house.clock.advance(61 * MINUTE_MS);
  home = await addHome(house.database, "Elm Street");
  ada = await addMember(house.database, home);
  bea = await addMember(house.database, home);
  old = await readerOf(house, ada);
  house.clock.advance(11 * MINUTE_MS);
});

/** Submits the page's first form; returns the fields of the second. */
async function askToProve(next: string) {
  expect((await old.send("/prove", { next })).html).toContain('action="/prove/code"');
  return { next, code: (await signInMailTo(house, ada.email)).code };
}

test("a mistyped code is reported at its field with what to do, and the right one still works", async () => {
  const asked = await askToProve("/settings");
  const mistyped = asked.code === "000000" ? "000001" : "000000";
  const { html } = await old.send("/prove/code", { ...asked, code: mistyped });
  expect(html).toMatch(/aria-invalid="true"[^>]*/);
  expect(html).toContain("Check it, or send the email again.");
  expect((await old.send("/prove/code", asked)).location).toContain("done=proved");
});

describe("before what cannot be undone a page asks for a fresh proof", () => {
  const ACTS: [string, string, () => string][] = [
    ["the home is deleted", "/settings", () => "/settings/delete"],
    ["one's account is deleted", "/settings", () => "/settings/account/delete"],
    ["another owner is removed", "/people", () => `/people/${bea.userId}/remove`],
  ];
  test.each(ACTS)("%s", async (_, next, path) => {
    const asked = await old.send(path());
    expect([asked.status, asked.location]).toEqual([303, `/prove?next=${encodeURIComponent(next)}`]);
    expect(asked.html).toContain(`name="next" value="${next}"`);
    const proved = await old.send("/prove/code", await askToProve(next));
    expect(proved.location).toBe(`${next}?done=proved`);
    expect(proved.html).toContain("Identity confirmed");
    expect((await old.send(path())).location).not.toContain("/prove");
  });

  test.each([
    ["an owner is made something less", "/people", () => `/people/${bea.userId}/role`, { role: "viewer" }],
    [
      "somebody is invited as an owner",
      "/people",
      () => "/people/invitations",
      { email: "new@example.com", role: "owner" },
    ],
    ["a key is made that writes", "/sharing", () => "/sharing/keys", { name: "Script", scope: "write" }],
    [
      "a link is made that never ends",
      "/sharing",
      () => "/sharing/links",
      { name: "Wall", scope: "live", expires_in_days: "" },
    ],
  ])("%s", async (_, next, path, fields) => {
    expect((await old.send(path(), fields)).location).toBe(`/prove?next=${encodeURIComponent(next)}`);
    expect((await (await readerOf(house, ada)).send(path(), fields)).location).toMatch(
      new RegExp(`^${next}`),
    );
  });

  test("the export is handed over, to which the proof leads back", async () => {
    expect((await old.see("/settings/export")).location).toBe("/prove?next=%2Fsettings%2Fexport");
    const handed = await (await readerOf(house, ada)).see("/settings/export?done=proved");
    expect([handed.status, handed.location]).toEqual([303, "/api/v1/household/export.zip"]);
  });
});

test("what a home shows at the moment is kept by no cache", async () => {
  const live = await old.see("/home");
  expect([live.status, live.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
  "the proof never leads to another site: %s",
  async (next) => {
    const { html } = await old.see(`/prove?next=${encodeURIComponent(next)}`);
    expect(html).toContain('name="next" value="/home"');
    const { code } = await askToProve("/people");
    expect((await old.send("/prove/code", { code, next })).location).toBe("/home?done=proved");
  },
);

test("deletes a home, notifies its people and signs the browser out", async () => {
  const fresh = await readerOf(house, ada);
  expect((await fresh.see("/settings")).html).toMatch(/href="\/settings\/export".*It can&#39;t be undone/s);
  expect((await fresh.send("/settings/delete")).location).toBe("/sign-in?done=homeDeleted");
  expect(await house.database.sql`select 1 from households where id = ${home}`).toEqual([]);
  expect(JSON.stringify(await mailTo(house, bea.email))).toContain("Elm Street");
  expect((await fresh.see("/home")).location).toBe("/sign-in?next=%2Fhome");
});
