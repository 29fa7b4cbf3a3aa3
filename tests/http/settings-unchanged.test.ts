import { describe, expect, test } from "vitest";
import { claimBay } from "../support/companion.ts";
import { DOCUMENT } from "../support/documented.ts";
import { addDevice } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import type { Json } from "../support/json-schema.ts";

/** The requests to a route: first a change, then a save of the same value. */
type Wish = { body: () => unknown; path?: () => string };

const ids = { device: "", sensor: "", rule: "", bay: "" };
const RULE = { name: "Cold", is: "below", value: 10 };

const house = await openHouse();
const device = await addDevice(house.database, house.home);
ids.device = device.id;
await house.post(device, { temp1: 60 });
const [sensor] = await house.database.sql<{ id: string }>`select id from sensors`;
ids.sensor = sensor?.id ?? "";
ids.bay = await claimBay(house, house.phone);
const made = await house.call("POST", "/api/v1/rules", {
  body: { ...RULE, sensor_id: ids.sensor },
});
ids.rule = ((await made.json()) as { rule: { id: string } }).rule.id;

const withId = (path: string, id: string) => path.replace(/\{\w+\}/, id);
const SHARED: Record<string, Wish> = {
  "patch /api/v1/devices/{id}": {
    path: () => withId("/api/v1/devices/{id}", ids.device),
    body: () => ({ name: "Node of the home", space: "Attic", enabled: true, contact_true_means: "closed" }),
  },
  "patch /api/v1/sensors/{id}": {
    path: () => withId("/api/v1/sensors/{id}", ids.sensor),
    body: () => ({ label: "Label of the home", visible: true }),
  },
  "post /api/v1/devices/sensors-batch": {
    body: () => ({ sensors: [{ id: ids.sensor, label: "Batch of the home" }] }),
  },
  "patch /api/v1/rules/{id}": {
    path: () => withId("/api/v1/rules/{id}", ids.rule),
    body: () => ({ name: "Rule of the home" }),
  },
  "put /api/v1/alert-settings": {
    body: () => ({ freeze: { closing_readings: 3 } }),
  },
  "put /api/v1/sensors/{id}/alert-settings": {
    path: () => withId("/api/v1/sensors/{id}/alert-settings", ids.sensor),
    body: () => ({ freeze: { enabled: true } }),
  },
  "post /api/v1/pull-setup": { body: () => setup("Barn") },
  "put /api/v1/escalation": {
    body: () => ({
      steps: [0, 5, 5, 15, 16, 17, 18, 19].map((after_minutes) => ({
        ...{ whom: "everybody", channels: ["push"], after_minutes },
      })),
    }),
  },
};

const setup = (name: string) => ({
  feeds: [
    { id: "barn", name, url: "https://feeds.example.com/barn?key=secret", enabled: true, jsonRoot: "a.b" },
  ],
  probes: [{ id: "p1", feedId: "barn", key: "temp1", label: name, visible: true }],
});

const WISHES: Record<string, Wish> = {
  ...SHARED,
  "post /api/user/pull-setup": { body: () => setup("by the user") },
  "patch /api/v1/household": { body: () => ({ name: "The lake house", city: "Duluth" }) },
  "patch /api/v1/notifications": { body: () => ({ sms: "off", monthly_report: true }) },
};

/** Momentary changes and those of the caller's session: they belong to no home, or have no "unchanged". */
const NO_SETTINGS = ["put /api/account/session", "put /api/bays/{bay_id}/mood"];

const entries = async () => {
  const rows = await house.database.sql<{ count: number }>`select count(*)::integer from activity`;
  return rows[0]?.count ?? 0;
};

function send(route: string): Promise<Response> | Response {
  const { path, body } = WISHES[route] ?? { body: () => null };
  const [method = "", template = ""] = route.split(" ");
  const to = path?.() ?? template;
  house.clock.advance(1_000);
  if (to.startsWith("/api/bays/")) return house.tell(method.toUpperCase(), to, { body: body() });
  return house.call(method.toUpperCase(), to, { body: body() });
}

test("every route that changes a setting is in this table", () => {
  const changing = Object.entries(DOCUMENT.paths as Record<string, Record<string, Json>>).flatMap(
    ([path, methods]) =>
      Object.keys(methods)
        .filter((method) => ["put", "patch"].includes(method) || /sensors-batch|pull-setup/.test(path))
        .filter((method) => method !== "get")
        .map((method) => `${method} ${path}`),
  );
  expect(changing.toSorted()).toEqual([...Object.keys(WISHES), ...NO_SETTINGS].toSorted());
});

describe("what is saved as it is leaves no entry in the activity", () => {
  test.each(Object.keys(WISHES))("%s", async (route) => {
    const before = await entries();
    const first = await send(route);
    expect([first.status, first.ok ? "" : await first.text()]).toEqual([200, ""]);
    const changed = await entries();
    expect(changed).toBe(before + 1);
    expect((await send(route)).status).toBe(200);
    expect(await entries()).toBe(changed);
  });

  test("nor does a choice that is spelt out and was so by default", async () => {
    const shown = await house.call("GET", "/api/v1/notifications");
    const choices = (await shown.json()) as Record<string, unknown>;
    const { email, push, weekly_digest, quiet_hours } = choices;
    const before = await entries();
    const body = { email, push, weekly_digest, quiet_hours };
    expect((await house.call("PATCH", "/api/v1/notifications", { body })).status).toBe(200);
    expect(await entries()).toBe(before);
  });
});
