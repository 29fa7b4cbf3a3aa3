import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { shareApp } from "../../functions/share/app.ts";
import { ALERT_KINDS } from "../../schema/vocabulary.ts";
import { openApi } from "../support/api.ts";
import { parseExposition } from "../support/exposition.ts";
import { addDevice, addShareLink } from "../support/fixtures.ts";
import { isOnPath } from "../support/programs.ts";

const api = await openApi();
const cellar = await addDevice(api.database, api.home, { name: 'Cel"lar\\', space: "Below" });
await api.post(cellar, { temp1: 50, humidity1: 40, flood1: true, door1: false, battery: 50, rssi: -60 });
const off = await addDevice(api.database, api.home, { name: "Off", enabled: false });
await api.post(off, { temp1: 99 });
await addDevice(api.database, api.home, { name: "New" });
const foreign = await addDevice(api.database, api.otherHome, { name: "Cleo's" });
await api.post(foreign, { temp1: 77.125 });

const scrape = async (key = api.key) => {
  const response = await api.call("GET", "metrics", { key });
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return response.text();
};
const shared = async (token: string) => shareApp(api.services).request(`/api/share/${token}/metrics`);

describe("a scrape", () => {
  test("is well-formed, costs one call behind the guard, and shows the home in base units", async () => {
    api.database.resetCalls();
    const families = parseExposition(await scrape());
    expect(api.database.calls()).toBe(2);
    const one = (name: string) => families.get(`hearthwatch_${name}`)?.samples;
    expect(one("temperature_celsius")).toEqual([
      {
        value: 10,
        labels: {
          device_id: expect.stringMatching(/^dev_/),
          device: 'Cel"lar\\',
          space: "Below",
          sensor: "temp1",
          sensor_id: expect.stringMatching(/^sen_/),
        },
      },
    ]);
    expect(one("humidity_ratio")?.[0]?.value).toBe(0.4);
    expect(one("device_battery_ratio")?.[0]?.value).toBe(0.5);
    expect(one("device_up")?.map(({ labels, value }) => [labels.device, value])).toEqual([
      ['Cel"lar\\', 1],
      ["Off", 0],
      ["New", 0],
    ]);
    const active = one("alerts_active")?.map(({ labels, value }) => [labels.kind, value]);
    expect(active).toHaveLength(ALERT_KINDS.length);
    expect(active?.filter(([, value]) => value !== 0)).toEqual([["leak", 1]]);
    expect([one("snoozed"), one("vacation")]).toEqual([
      [{ labels: {}, value: 0 }],
      [{ labels: {}, value: 0 }],
    ]);
  });

  test.skipIf(!isOnPath("promtool"))("passes promtool", async () => {
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], { input: await scrape() });
    expect([status, String(stdout), String(stderr)]).toEqual([0, "", ""]);
  });
});

test("a link of scope metrics shows the same without hidden sensors, to anyone, for a moment", async () => {
  await api.database.sql`update sensors set visible = false where key = 'humidity1'`;
  const token = await addShareLink(api.database, api.home, { scope: "metrics" });
  api.database.resetCalls();
  const response = await shared(token);
  expect(api.database.calls()).toBe(1);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=15");
  const families = parseExposition(await response.text());
  expect(families.get("hearthwatch_temperature_celsius")?.samples).toHaveLength(1);
  expect(families.has("hearthwatch_humidity_ratio")).toBe(false);
  expect(JSON.stringify([...families])).not.toContain("humidity1");
});
