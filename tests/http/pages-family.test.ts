import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { dbOf } from "../../lib/kernel/db.queries.ts";
import { addAlert, addDevice, addHome, addShareLink, type TestDevice } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { browserOf } from "../support/reader.ts";
import { sensorOf } from "../support/readings.ts";
import { closedLimiter } from "../support/services.ts";

const MINUTE_MS = 60_000;
/** Bytes of gzip, for a phone with a poor connection. */
const HTML_BYTES_MAX = 15 * 1_024;

const house = await openHouse();
const app = pagesApp(house.services);

const post = (device: TestDevice, body: unknown) => house.post(device, body);

async function newHome(name = "Ada's home") {
  const home = await addHome(house.database, name);
  const device = await addDevice(house.database, home);
  return { home, device, token: await addShareLink(house.database, home) };
}

const see = (path: string, headers: Record<string, string> = {}) => browserOf(app).see(path, headers);

test("the first sentence is that all is well, with its time, only while every device is online", async () => {
  const { home, device, token } = await newHome();
  await post(device, { temp1: 60 });
  house.clock.advance(2 * MINUTE_MS);
  expect((await see(`/s/${token}`)).text).toMatch(/All is well\s*2 minutes ago/);
  house.clock.advance(38 * MINUTE_MS);
  const late = await see(`/s/${token}`);
  expect(late.text).toMatch(/is late: no readings for 40 minutes/);
  expect(late.text).not.toContain("Everything else is fine");
  expect(late.html).not.toContain("standing well");
  await post(device, { temp1: 60 });
  const silent = await addDevice(house.database, home, { name: "Attic node", space: "Attic" });
  await post(silent, { temp1: 60 });
  house.clock.advance(180 * MINUTE_MS);
  await post(device, { temp1: 60 });
  const { text, html } = await see(`/s/${token}`);
  expect(text).toContain("Attic node is offline: no readings for 3 hours");
  expect(html).not.toContain("standing well");
});

test("a sensor's page says that its device is offline, beside a value that is no longer of now", async () => {
  const { device, token } = await newHome();
  await post(device, { temp1: 50 });
  const [, sensor] = /sensors\/(sen_\w+)/.exec((await see(`/s/${token}`)).html) ?? [];
  expect((await see(`/s/${token}/sensors/${sensor}`)).text).not.toContain("offline");
  house.clock.advance(180 * MINUTE_MS);
  expect((await see(`/s/${token}/sensors/${sensor}`)).text).toContain("offline 3 hours ago");
});

test("a choice of unit, size or language keeps the range of the chart that is open", async () => {
  const { home, device } = await newHome();
  await post(device, { temp1: 50 });
  const token = await addShareLink(house.database, home, { scope: "history" });
  const [, sensor] = /sensors\/(sen_\w+)/.exec((await see(`/s/${token}`)).html) ?? [];
  const { html } = await see(`/s/${token}/sensors/${sensor}?range=7d`);
  const [, path = ""] = /href="(\?unit=C[^"]*)"/.exec(html) ?? [];
  expect((await see(`/s/${token}/sensors/${sensor}${path.replaceAll("&amp;", "&")}`)).html).toMatch(
    /range=7d"[^>]*aria-current/,
  );
});

describe("a card", () => {
  test("tells a state in words and since when, a temperature in the scale that is wanted", async () => {
    const { device, token } = await newHome();
    await post(device, { temp1: 50, flood1: true });
    house.clock.advance(15 * MINUTE_MS);
    await post(device, { temp1: 50, flood1: false });
    const { text } = await see(`/s/${token}?unit=C`);
    expect(text).toContain("10.0 °C");
    expect(text).toMatch(/Leak sensor Dry for/);
  });

  test("stands at once for what matters in a room of many sensors, and for the rest in a fold", async () => {
    const { home, device, token } = await newHome();
    const names = Array.from({ length: 45 }, (_, index) => `temp${index + 1}`);
    await post(device, Object.fromEntries([...names.map((name) => [name, 60]), ["door1", true]]));
    await post(device, { temp44: 30 });
    const cold = await sensorOf(house.database, device.id, "temp45");
    await addAlert(house.database, home, { title: "temp45", sensorId: cold, deviceId: device.id });
    const { html, text } = await see(`/s/${token}`);
    const [atOnce = "", folded = ""] = html.split("<details");
    expect([atOnce.match(/<li class="card/g)?.length, folded.match(/<li class="card/g)?.length]).toEqual([
      13, 33,
    ]);
    expect([atOnce.includes(cold), atOnce.includes("30.0"), atOnce.includes("Open")]).toEqual([
      true,
      true,
      true,
    ]);
    expect(text).toContain("33 more");
  });

  test("of a hidden sensor there is none, nor an alert about it", async () => {
    const { home, device, token } = await newHome();
    await post(device, { temp1: 50, secret1: 3 });
    await house.database.sql`
      update sensors set visible = false where key = 'secret1' and device_id = ${device.id}`;
    const sensor = await sensorOf(house.database, device.id, "secret1");
    await addAlert(house.database, home, {
      title: "secret1",
      sensorId: sensor,
      deviceId: device.id,
    });
    const { html } = await see(`/s/${token}`);
    expect(html).toContain("Temperature");
    expect(html).not.toContain("secret1");
  });
});

describe("the page", () => {
  test("of a link that has ended, or never was, says so and nothing of the home", async () => {
    const home = await addHome(house.database, "A very private name");
    const ended = await addShareLink(house.database, home, { revokedAt: house.clock() });
    const expired = await addShareLink(house.database, home, { expiresAt: house.clock() });
    for (const token of [ended, expired, "nope", `${ended.slice(0, -1)}x`]) {
      for (const rest of ["", "/manifest.webmanifest"]) {
        const { status, html } = await see(`/s/${token}${rest}`);
        expect([rest, status]).toEqual([rest, 404]);
        expect(html).toContain("This link no longer works");
        expect(html).not.toContain("A very private name");
      }
    }
  });

  test("keeps its token to itself, and is closed to other sites and inline scripts", async () => {
    const { token } = await newHome();
    const { headers, html } = await see(`/s/${token}`);
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
    expect(headers.get("Content-Security-Policy")).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    expect(headers.get("Content-Security-Policy")).not.toContain("unsafe");
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    expect(html).not.toMatch(/(?:src|href)="https?:/);
  });

  test("of twenty sensors is at most 15 KB, and costs two calls of the database", async () => {
    const { home, token } = await newHome();
    const devices = await Promise.all(
      ["Cellar", "Attic", "Garage", "Kitchen", "Hall"].map((space) =>
        addDevice(house.database, home, { name: space, space }),
      ),
    );
    for (let quarter = 0; quarter < 96; quarter += 1) {
      const wave = Math.sin(quarter / 9) * 4;
      await Promise.all(
        devices.map((device, index) =>
          post(device, { temp1: 60 + wave + index, temp2: 55.3 - wave, humidity1: 50 + wave, flood1: false }),
        ),
      );
      house.clock.advance(15 * MINUTE_MS);
    }
    let calls = 0;
    const db = dbOf((kind, work) => {
      calls += 1;
      return house.services.db(kind, work);
    });
    const answer = await pagesApp({ ...house.services, db }).request(`/s/${token}`);
    const html = await answer.text();
    expect(html.match(/<li class="card/g)).toHaveLength(20);
    expect(gzipSync(html).length).toBeLessThan(HTML_BYTES_MAX);
    expect(calls).toBeLessThanOrEqual(2);
  });

  test("is refused in words to whoever asks too often, and while the database does not answer", async () => {
    const { token } = await newHome();
    const limited = await pagesApp({ ...house.services, limiter: closedLimiter }).request(`/s/${token}`);
    expect([limited.status, limited.headers.get("Retry-After")]).toEqual([429, "17"]);
    expect(await limited.text()).toContain("Too many requests");
    const broken = await pagesApp({
      ...house.services,
      db: dbOf(() => Promise.reject(new Error("gone"))),
    }).request(`/s/${token}`);
    expect(broken.status).toBe(500);
    expect(await broken.text()).toContain("Something went wrong on our side");
    expect((await see("/nothing/here")).status).toBe(404);
  });
});

test("the link's JSON address sends a browser to the page, and only a browser", async () => {
  const { token } = await newHome();
  const ask = (Accept: string) =>
    house.apps.share.request(`/api/share/${token}/latest`, { headers: { Accept } });
  const browser = await ask("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
  expect([browser.status, browser.headers.get("Location")]).toEqual([303, `/s/${token}`]);
  for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.5", ""]) {
    const script = await ask(accept);
    expect([accept, script.status, script.headers.get("Vary")]).toEqual([
      accept,
      200,
      expect.stringContaining("Accept"),
    ]);
  }
});
