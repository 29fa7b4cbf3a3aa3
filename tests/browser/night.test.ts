import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { EMERGENCY_LIMITS } from "../../lib/emergency/card.ts";
import { enter, hasBrowser, openPage } from "../support/browser.ts";
import { addAlert, addDevice, addHome, addMember } from "../support/fixtures.ts";
import { memoryObjects } from "../support/memory-objects.ts";
import { aJpeg, chunk, PNG_SIGNATURE } from "../support/pictures.ts";
import { serveHouse } from "../support/served-house.ts";

const house = await serveHouse("2026-11-20T03:00:00Z");

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
  const page = await openPage({ scripts, worker: false });
  await enter(page, house.url, await house.as(ada));
  await page.goto(house.url + path);
  return page;
}

const posts = (path: string): number => house.asked.filter((line) => line === `POST ${path}`).length;

const home = await addHome(house.database, "Elm Street");
const ada = await addMember(house.database, home, "owner", "ada@example.com");
const [wet, warm] = [
  await addDevice(house.database, home, { name: "Cellar node", space: "Cellar" }),
  await addDevice(house.database, home, { name: "Attic node", space: "Attic" }),
];
for (const { ingestKey } of [wet, warm]) await house.post({ ingestKey }, { temp1: 61, flood1: false });
const [cellar, cellarKey] = [wet.id, wet.ingestKey];

describe.skipIf(!hasBrowser)("at night", () => {
  test("evidence on paper shows the whole chart of the readings", async () => {
    const alert = await aLeak();
    for (const _ of [1, 2]) {
      house.clock.advance(60_000);
      await house.post({ ingestKey: cellarKey }, { temp1: 40, flood1: true });
    }
    const page = await signedIn(`/alerts/${alert}/evidence`);
    await page.emulateMedia({ media: "print" });
    const cut = await page.evaluate<number[]>(
      `[...document.querySelectorAll(".evidence .traces")].map((each) => each.scrollHeight - each.clientHeight)`,
    );
    expect(cut.length).toBeGreaterThan(0);
    expect(Math.max(...cut)).toBeLessThanOrEqual(1);
  });

  describe("the photos of the emergency card", () => {
    const PATH = "/emergency/photos?place=shutoff";
    let store: ReturnType<typeof memoryObjects>;
    let page: Page;

    beforeEach(async () => {
      store = memoryObjects();
      Object.assign(house.services, { objects: store });
      await house.database.sql`delete from card_photos where household_id = ${home}`;
    });

    const choose = async (name: string, mimeType: string, bytes: Uint8Array) =>
      page.getByLabel("Choose a photo").setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
    const add = () => page.getByRole("button", { name: "Main water shut-off" }).click();
    const photos = () => page.locator("img.thumb");
    /** Returns the type of each stored file, and if it is small enough for a card. */
    const kept = () =>
      [...store.files.values()].map((bytes) => [
        bytes[0] === 0xff ? "jpeg" : "png",
        bytes.length <= EMERGENCY_LIMITS.photoBytesMax,
      ]);

    test("a photo of many megabytes is made small, is shown, and a reload or the way back sends nothing again", async () => {
      page = await signedIn("/emergency/edit");
      const before = posts(PATH);
      await choose("cellar.png", "image/png", noise(1_800, 1_400));
      await add();
      await photos().first().waitFor();
      expect(kept()).toEqual([["jpeg", true]]);
      expect(
        await page.evaluate(`document.querySelector("img.thumb").decode().then(() => "shown", String)`),
      ).toBe("shown");
      await page.reload();
      await page.goBack();
      expect(posts(PATH) - before).toBe(1);
      await page.goto(`${house.url}/emergency/edit`);
      await page.getByRole("button", { name: "Remove photo" }).click();
      await photos().waitFor({ state: "detached" });
      await choose("drawing.gif", "image/gif", GIF);
      await add();
      await photos().first().waitFor();
      expect([await photos().count(), kept().at(-1)]).toEqual([1, ["jpeg", true]]);
    });

    test("a file that is no picture is refused in words, and a photo after it is made small as well", async () => {
      page = await signedIn("/emergency/edit");
      await choose("list.jpg", "image/jpeg", Buffer.from("milk, bread"));
      await add();
      await page.getByText("Send a photo as JPEG").waitFor();
      expect(store.files.size).toBe(0);
      await choose("cellar.png", "image/png", noise(1_000, 800));
      await add();
      await photos().first().waitFor();
      expect(kept()).toEqual([["jpeg", true]]);
    });

    test("without a script a small photo is kept, a large one or another kind is refused in words", async () => {
      page = await signedIn("/emergency/edit", false);
      for (const [name, type, bytes] of [
        ["cellar.png", "image/png", noise(1_000, 800)],
        ["drawing.gif", "image/gif", GIF],
      ] as const) {
        await choose(name, type, bytes);
        await add();
        expect(await page.locator("main").innerText()).toContain("Send a photo as JPEG");
      }
      expect(store.files.size).toBe(0);
      await choose("cellar.jpg", "image/jpeg", aJpeg({}));
      await add();
      expect([await photos().count(), kept()]).toEqual([1, [["jpeg", true]]]);
      await page.getByRole("button", { name: "Remove photo" }).click();
      expect(await photos().count()).toBe(0);
    });
  });
});

/** Returns a picture of random pixels, which no encoder can make small. */
function noise(width: number, height: number): Uint8Array {
  const rows = randomBytes((width * 3 + 1) * height);
  for (let row = 0; row < height; row += 1) rows[row * (width * 3 + 1)] = 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", new Uint8Array())];
  return Buffer.concat([PNG_SIGNATURE, ...parts]);
}

const GIF = Buffer.from("R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");
