import { unzipSync } from "fflate";
import { beforeEach, describe, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import type { EmergencyCard } from "../../lib/emergency/card.ts";
import { deleteExpired } from "../../lib/jobs/registry.actions.ts";
import { activityOf } from "../support/account.ts";
import { addAlert, addHome, addMember, addShareLink, type TestMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { memoryObjects } from "../support/memory-objects.ts";
import { aJpeg, exif, segment } from "../support/pictures.ts";
import { browserOf, readerOf } from "../support/reader.ts";

const CARD = "/acts/emergency-card";
const CONTENT = {
  places: { shutoff: "Cellar, left of the stairs", breaker: "Hall", boiler: "" },
  steps: { freeze: "", leak: "Close it\nCall Bo", power: "" },
  calls: [{ name: "Bo the plumber", phone: "+1 555 010 0199", note: "day and night" }],
  is_shared: false,
};

let home: string;
let ada: TestMember;
let store: ReturnType<typeof memoryObjects>;

const house = await openHouse();
beforeEach(async () => {
  home = await addHome(house.database, "Elm Street", "free");
  ada = await addMember(house.database, home, "owner");
  store = memoryObjects();
  Object.assign(house.services, { objects: store });
});

const put = async (body: object, by = ada) =>
  house.call("PUT", CARD, { cookie: await house.as(by), body: { ...CONTENT, ...body } });
const read = async (by = ada): Promise<EmergencyCard> =>
  ((await (await house.call("GET", CARD, { cookie: await house.as(by) })).json()) as { card: EmergencyCard })
    .card;

async function send(picture: Uint8Array, by = ada) {
  return house.acts.request(`${CARD}/photos?place=shutoff`, {
    method: "POST",
    body: Uint8Array.from(picture),
    headers: {
      "Content-Type": "image/jpeg",
      "Sec-Fetch-Site": "same-origin",
      "CF-Connecting-IP": "203.0.113.7",
      Cookie: await house.as(by),
    },
  });
}
async function photo(picture: Uint8Array = aJpeg({}), by = ada): Promise<string> {
  const answer = await send(picture, by);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { photo: { id: string } }).photo.id;
}

describe("the card", () => {
  test("is empty at first, is kept as it was written, and stands in the home's activity", async () => {
    expect(await read()).toMatchObject({ version: 0, calls: [], photos: [] });
    expect((await put({})).status).toBe(200);
    expect(await read()).toMatchObject({ ...CONTENT, version: 1 });
    expect((await activityOf(house, home)).at(-1)).toMatchObject({
      action: "emergency_card_changed",
      actor_id: ada.userId,
    });
  });

  test("doesn't overwrite a change that its writer has not seen, and one of two at once is refused", async () => {
    await put({});
    const answers = await Promise.all([1, 1].map((version) => put({ version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read()).version).toBe(2);
  });

  test("is on an alert's page with the steps of its kind: the home's own, and ours where it has none", async () => {
    await put({});
    const reader = await readerOf(house, ada);
    const leak = await addAlert(house.database, home, { kind: "leak" });
    const { html } = await reader.see(`/alerts/${leak.id}`);
    expect(html).toContain("Call Bo");
    expect(html).toContain("Cellar, left of the stairs");
    expect(html).toContain('href="tel:+15550100199"');
    const freeze = await addAlert(house.database, home);
    expect((await reader.see(`/alerts/${freeze.id}`)).html).toContain("Check that the boiler runs");
    const spanish = await readerOf(house, ada, "es");
    expect((await spanish.see(`/alerts/${freeze.id}`)).html).toContain("Compruebe que la caldera funciona");
    const humid = await addAlert(house.database, home, { kind: "humidity" });
    expect((await reader.see(`/alerts/${humid.id}`)).html).not.toContain("Cellar, left of the stairs");
  });

  test("is on the family's page only where its people say so, with its photos", async () => {
    // A link that never expires needs Pro.
    await house.database.sql`update households set plan = 'pro' where id = ${home}`;
    const id = await photo();
    await put({});
    const token = await addShareLink(house.database, home, { scope: "live" });
    const stranger = browserOf(pagesApp(house.services));
    expect((await stranger.see(`/s/${token}`)).html).not.toContain("Bo the plumber");
    expect((await stranger.see(`/s/${token}/photos/${id}`)).status).toBe(404);
    await put({ is_shared: true });
    expect((await stranger.see(`/s/${token}`)).html).toContain("Bo the plumber");
    expect((await stranger.see(`/s/${token}/photos/${id}`)).status).toBe(200);
    await addAlert(house.database, home, { kind: "leak" });
    const [above = ""] = (await stranger.see(`/s/${token}`)).html.split('class="rooms"');
    expect([above.includes("Call Bo"), above.includes("Check that the boiler runs")]).toEqual([true, false]);
    const revoked = await addShareLink(house.database, home, { scope: "live", revokedAt: new Date(0) });
    expect((await stranger.see(`/s/${revoked}/photos/${id}`)).status).toBe(404);
  });

  test("comes back whole where somebody else was quicker, and no text of it is cut", async () => {
    await put({ steps: { ...CONTENT.steps, power: "Call Bo" } });
    const reader = await readerOf(house, ada);
    const places = ["address", "shutoff", "breaker", "boiler"].map((name) => [name, "x".repeat(500)]);
    const send = (step: string) => {
      const steps = ["freeze", "leak", "power"].map((name) => [name, step]);
      return reader.send("/emergency/edit", { ...Object.fromEntries([...places, ...steps]), version: "0" });
    };
    expect((await send("x".repeat(1_500))).html.match(/>x{1500}<\/textarea>/g)).toHaveLength(3);
    const { html } = await send("xéé".repeat(500));
    expect(html.match(/>(?:xéé){500}<\/textarea>/g)).toHaveLength(2);
    // The third didn't fit: its field shows what is stored, which the next save keeps.
    expect(html).toContain(">Call Bo</textarea>");
    const { status, html: refused } = await reader.send("/emergency/edit", { address: "x".repeat(200_000) });
    expect([status, refused.includes("have access")]).toEqual([413, false]);
  });

  test("is filled in by a form, which shows what is wrong with it", async () => {
    const reader = await readerOf(house, ada);
    const form = {
      address: "Elm Street 7",
      shutoff: "Under the sink",
      name_0: "",
      phone_0: "555 0100",
      version: "0",
      is_shared: "yes",
    };
    const saved = await reader.send("/emergency/edit", form);
    expect(saved.location).toBe("/emergency?done=saved");
    expect(await read()).toMatchObject({
      places: { address: "Elm Street 7", shutoff: "Under the sink" },
      calls: [{ name: "555 0100", phone: "555 0100" }],
      is_shared: true,
    });
    const wrong = { ...form, shutoff: "x".repeat(501) };
    expect((await reader.send("/emergency/edit", wrong)).html).toContain("500");
    const below = { ...form, phone_0: "", name_1: "Bo", phone_1: "5".repeat(81) };
    expect((await reader.send("/emergency/edit", below)).html).toMatch(/name="phone_1"[^>]*aria-invalid/);
    const viewer = await readerOf(house, await addMember(house.database, home, "viewer"));
    // The printed card is a separate sheet, so it names its home.
    const { html: card } = await viewer.see("/emergency");
    expect(card).toMatch(/hint">Elm Street<.*Under the sink/s);
    expect((await viewer.send("/emergency/edit", form)).status).toBe(403);
  });
});

describe("a photo", () => {
  test("is kept without where it was taken, and shown as a picture and nothing else", async () => {
    const id = await photo(aJpeg({ before: [segment(0xe1, exif(1, "GPS 52.52"))] }));
    const kept = store.files.get(`photos/${id}`);
    expect(kept && Buffer.from(kept).includes("GPS")).toBe(false);
    const as = { cookie: await house.as(ada), app: house.acts };
    const shown = await house.call("GET", `${CARD}/photos/${id}`, as);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "content-security-policy":
        "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
    });
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(kept);
  });

  test("is one of six, also when eight come at once; no file of another stays, even where the store fails", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(aJpeg({}))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 201, 409, 409]);
    expect((await read()).photos.length).toBe(6);
    expect(store.files.size).toBe(6);
    const { remove } = store;
    store.remove = () => Promise.reject(new Error("The store is down"));
    expect((await send(aJpeg({}))).status).toBe(409);
    expect(store.files.size).toBe(7);
    store.remove = remove;
    house.clock.advance(2 * 3_600_000);
    await deleteExpired(house.services);
    expect(store.files.size).toBe(6);
  });

  test("that is removed is gone at once, with its file; a home's go with the home", async () => {
    const [first, second] = [await photo(), await photo()];
    const as = { cookie: await house.as(ada), app: house.acts };
    expect((await house.call("DELETE", `${CARD}/photos/${first}`, as)).status).toBe(200);
    expect((await house.call("GET", `${CARD}/photos/${first}`, as)).status).toBe(404);
    expect((await house.call("DELETE", `${CARD}/photos/${first}`, as)).status).toBe(404);
    expect([...store.files.keys()]).toEqual([`photos/${second}`]);
    house.clock.set(new Date(Date.now() + 3_600_000));
    await house.database.sql`delete from households where id = ${home}`;
    await deleteExpired(house.services);
    expect(store.files.size).toBe(0);
    house.clock.set("2026-11-20T10:00:00Z");
  });

  test("goes out with the export of the home", async () => {
    const id = await photo();
    const as = { cookie: await house.as(ada), app: house.apps.v1 };
    await house.database.sql`update sessions set proved_at = ${house.clock()}`;
    const answer = await house.call("GET", "/api/v1/household/export.zip", as);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(files[`photos/shutoff ${id}.jpg`]).toEqual(store.files.get(`photos/${id}`));
  });

  test("is refused plainly where the installation has no place for it; the card takes text all the same", async () => {
    Object.assign(house.services, { objects: null });
    const answer = await send(aJpeg({}));
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { error: "This installation doesn't store photos: the card can only have text" },
    ]);
    const app = pagesApp(house.services);
    const { html } = await browserOf(app, { cookie: await house.as(ada) }).see("/emergency/edit");
    expect(html).toContain("This installation doesn&#39;t store photos");
  });
});
