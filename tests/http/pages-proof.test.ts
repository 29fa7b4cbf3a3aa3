import { beforeEach, describe, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { mailTo, signInMailTo } from "../support/account.ts";
import { addApiKey, addHome, addMember, addShareLink, type TestMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";

const BROWSER = { "Sec-Fetch-Site": "same-origin", "CF-Connecting-IP": "203.0.113.7" };
const MINUTE_MS = 60_000;

let home: string;
let ada: TestMember;
let bea: TestMember;
let cookie: string;

const house = await openHouse("2026-11-20T10:00:00Z");
const app = pagesApp(house.services);
/** Two owners; Ada's session proved its address eleven minutes ago. */
beforeEach(async () => {
  house.clock.advance(61 * MINUTE_MS);
  home = await addHome(house.database, "Elm Street");
  ada = await addMember(house.database, home);
  bea = await addMember(house.database, home);
  cookie = await house.as(ada);
  house.clock.advance(11 * MINUTE_MS);
});

const answerOf = async (answer: Response) => ({
  status: answer.status,
  location: answer.headers.get("Location"),
  cookies: answer.headers.getSetCookie(),
  html: await answer.text(),
});
const see = async (path: string, as = cookie) =>
  answerOf(await app.request(path, { headers: { ...BROWSER, Cookie: as } }));
/** `html` is that of the page that the answer leads to. */
const send = async (path: string, fields: Record<string, string> = {}, as = cookie) => {
  const answer = await answerOf(
    await app.request(path, {
      method: "POST",
      headers: { ...BROWSER, "Content-Type": "application/x-www-form-urlencoded", Cookie: as },
      body: new URLSearchParams(fields).toString(),
    }),
  );
  // What a proof or a note has set counts before what the browser had.
  const cookies = [...answer.cookies.map((each) => each.split(";")[0]), as].join("; ");
  return answer.location === null ? answer : { ...answer, html: (await see(answer.location, cookies)).html };
};

const sessionIn = (cookies: string[]): string =>
  cookies.find((each) => each.startsWith("__Host-session="))?.split(";")[0] ?? "";

/** Through the two forms of the page. */
async function prove(next: string) {
  const sent = await send("/prove", { next });
  expect(sent.html).toContain('action="/prove/code"');
  const { code } = await signInMailTo(house, ada.email);
  const challenge = sent.cookies.map((each) => each.split(";")[0]).join("; ");
  return { code, as: `${cookie}; ${challenge}` };
}

test("a mistyped code is said at its field, with what can be done, and the right one still opens", async () => {
  const { code, as } = await prove("/settings/delete");
  const mistyped = code === "000000" ? "000001" : "000000";
  const { html } = await send("/prove/code", { next: "/settings/delete", code: mistyped }, as);
  expect(html).toMatch(/aria-invalid="true"[^>]*/);
  expect(html).toContain("Check it, or send the email again.");
  expect((await send("/prove/code", { next: "/settings/delete", code }, as)).location).toContain(
    "done=proved",
  );
});

describe("before what cannot be undone a page asks for a fresh proof", () => {
  const ACTS: [string, string, () => string][] = [
    ["the home is deleted", "/settings/delete", () => "/settings/delete"],
    ["one's account is deleted", "/settings/account/delete", () => "/settings/account/delete"],
    ["all keys are ended", "/sharing/revoke-all", () => "/sharing/revoke-all"],
    ["another owner is removed", "/people", () => `/people/${bea.userId}/remove`],
  ];
  test.each(ACTS)("%s", async (_, next, path) => {
    const asked = await send(path());
    expect([asked.status, asked.location]).toEqual([303, `/prove?next=${encodeURIComponent(next)}`]);
    expect((await see(asked.location ?? "")).html).toContain(`name="next" value="${next}"`);
    const { code, as } = await prove(next);
    const proved = await send("/prove/code", { code, next }, as);
    expect([proved.status, proved.location]).toEqual([303, `${next}?done=proved`]);
    cookie = sessionIn(proved.cookies);
    expect((await see(proved.location ?? "")).html).toContain("Identity confirmed");
    const done = await send(path());
    expect([done.status, done.location?.startsWith("/prove")]).toEqual([303, false]);
  });

  test("and an owner is made something less only after it", async () => {
    const asked = await send(`/people/${bea.userId}/role`, { role: "viewer" });
    expect(asked.location).toBe("/prove?next=%2Fpeople");
  });

  test("and somebody is made or invited as an owner only after it", async () => {
    const mia = await addMember(house.database, home, "member");
    const invited = { email: "new@example.com", role: "owner" };
    for (const [path, fields] of [
      [`/people/${mia.userId}/role`, { role: "owner" }],
      ["/people/invitations", invited],
    ] as const) {
      expect((await send(path, fields)).location).toBe("/prove?next=%2Fpeople");
      expect((await send(path, fields, await house.as(ada))).location).toMatch(/^\/people\?done=/);
    }
  });
});

test("what a home shows at the moment is kept by no cache", async () => {
  const live = await app.request("/home/live", { headers: { ...BROWSER, Cookie: cookie } });
  expect([live.status, live.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
});

test("the export is handed over after a proof, which leads back to it", async () => {
  const asked = await see("/settings/export");
  expect([asked.status, asked.location]).toEqual([303, "/prove?next=%2Fsettings%2Fexport"]);
  const handed = await see("/settings/export?done=proved", await house.as(ada));
  expect([handed.status, handed.location]).toEqual([303, "/api/v1/household/export.zip"]);
});

test.each([
  ["/sharing/keys", { name: "Script", scope: "write" }],
  ["/sharing/links", { name: "Wall", scope: "live", expires_in_days: "never" }],
] as const)("%s makes what outlives the session only after a proof", async (path, fields) => {
  expect((await send(path, fields)).location).toBe("/prove?next=%2Fsharing");
  expect((await send(path, fields, await house.as(ada))).location).toMatch(/^\/sharing/);
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
  "the proof never leads to another site: %s",
  async (next) => {
    expect((await see(`/prove?next=${encodeURIComponent(next)}`)).html).toContain(
      'name="next" value="/home"',
    );
    const { code, as } = await prove("/people");
    expect((await send("/prove/code", { code, next }, as)).location).toBe("/home?done=proved");
  },
);

test("deletes a home, notifies its people and signs the browser out", async () => {
  const fresh = await house.as(ada);
  expect((await see("/settings", fresh)).html).toContain('href="/settings/delete"');
  const page = await see("/settings/delete", fresh);
  expect(page.html).toContain("Delete Elm Street");
  expect(page.html).toContain('href="/settings/export"');
  expect(await house.database.query("select 1 from households where id = $1", [home])).toHaveLength(1);
  const deleted = await send("/settings/delete", {}, fresh);
  expect([deleted.status, deleted.location]).toEqual([303, "/sign-in?done=homeDeleted"]);
  expect(deleted.cookies.join()).toMatch(/__Host-session=;/);
  expect(await house.database.query("select 1 from households where id = $1", [home])).toEqual([]);
  expect(JSON.stringify(await mailTo(house, bea.email))).toContain("Elm Street");
  expect((await see("/home", fresh)).location).toBe("/sign-in?next=%2Fhome");
});

test("all keys end at once, and the page says before how many there are", async () => {
  const token = await addShareLink(house.database, home);
  await addApiKey(house.database, home);
  const fresh = await house.as(ada);
  expect((await see("/sharing", fresh)).html).toContain('href="/sharing/revoke-all"');
  expect((await see("/sharing/revoke-all", fresh)).html).toMatch(/Share links: 1.*API keys: 1/s);
  expect((await app.request(`/s/${token}`)).status).toBe(200);
  expect((await send("/sharing/revoke-all", {}, fresh)).location).toBe("/sharing?done=revoked");
  expect((await app.request(`/s/${token}`)).status).not.toBe(200);
  expect((await see("/sharing/revoke-all", fresh)).html).toContain("Share links: 0");
});
