import { expect, test } from "vitest";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { PEOPLE_LIMITS } from "../../lib/people/limits.ts";
import type { AlertList } from "../../schema/wire/alerts.ts";
import type { DeviceList, DeviceWithKey, SensorAnswer } from "../../schema/wire/devices.ts";
import type { ApiReadings } from "../../schema/wire/readings.ts";
import { askForCode, cookieOf } from "../support/account.ts";
import { undocumented } from "../support/documented.ts";
import { openHouse } from "../support/house.ts";

let cookie: string;

const house = await openHouse();
const { code, challenge } = await askForCode(house, "dora@example.com");
const body = { email: "dora@example.com", code, challenge };
cookie = cookieOf(await house.call("POST", "/api/account/sign-in/code", { cookie: null, body }));
const onTrial: unknown = await (await house.call("GET", "/api/v1/plan", { cookie })).json();
const trialEndsAt = new Date(house.clock().getTime() + PEOPLE_LIMITS.trialDays * 86_400_000).toISOString();
house.clock.advance(PEOPLE_LIMITS.trialDays * 86_400_000 + 1);
const again = await askForCode(house, "dora@example.com");
const signIn = { email: "dora@example.com", code: again.code, challenge: again.challenge };
cookie = cookieOf(await house.call("POST", "/api/account/sign-in/code", { cookie: null, body: signIn }));

/** A call from our own page; its answer is as the document has it. */
async function ask<Body = unknown>(method: string, path: string, body?: unknown) {
  const answer = await house.call(method, path, { cookie, ...(body === undefined ? {} : { body }) });
  expect(await undocumented(method, path, answer)).toEqual([]);
  const text = await answer.text();
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as Body };
}

const post = async (ingestKey: string, reading: object) => house.post({ ingestKey }, reading);

test("the plan's answer says until when a trial lasts, and what remains", () => {
  expect(onTrial).toMatchObject({ plan: "pro", chosen_plan: "free", trial_ends_at: trialEndsAt });
});

test("a Free home goes from signing in to an acknowledged alert without an API key", async () => {
  expect((await ask("GET", "/api/v1/plan")).body).toMatchObject({
    plan: "free",
    chosen_plan: "free",
    limits: { share_links: 1, api: false },
  });

  const made = await ask<DeviceWithKey>("POST", "/api/v1/devices", { name: "Node", space: "Cellar" });
  expect(made).toMatchObject({ status: 201, body: { device: { name: "Node", status: "new" } } });
  const { device, ingest_key: ingestKey } = made.body;
  const revealed = await ask("POST", "/api/devices/reveal-ingest-key", { device_id: device.id });
  expect(revealed.body).toEqual({ ingest_key: ingestKey });

  expect((await post(ingestKey, { temp1: 50, humidity1: 40 })).status).toBe(200);
  const { devices } = (await ask<DeviceList>("GET", "/api/v1/devices")).body;
  const [temperature, humidity] = devices[0]?.sensors ?? [];
  if (temperature === undefined || humidity === undefined) throw new Error("The post made no sensors");
  expect(temperature).toMatchObject({ key: "temp1", value_num: 50 });
  const renamed = await ask<SensorAnswer>("PATCH", `/api/v1/sensors/${temperature.id}`, {
    label: "Pipes",
  });
  expect(renamed.body.sensor).toMatchObject({ label: "Pipes", visible: true, device_id: device.id });
  await ask("POST", "/api/v1/devices/sensors-batch", { sensors: [{ id: humidity.id, visible: false }] });
  const hidden = await ask<SensorAnswer>("GET", `/api/v1/sensors/${humidity.id}`);
  expect(hidden.body.sensor.visible).toBe(false);

  house.clock.advance(60_000);
  expect((await post(ingestKey, { temp1: 33 })).status).toBe(200);
  const [alert] = (await ask<AlertList>("GET", "/api/v1/alerts")).body.alerts;
  expect(alert).toMatchObject({ kind: "freeze", severity: "critical" });
  house.sent.length = 0;
  await dispatch(house.services);
  expect(house.sent.map(({ recipient }) => recipient)).toContain("dora@example.com");
  const quiet = await ask("GET", "/api/v1/quiet");
  expect(quiet.body).toMatchObject({ status: { active_alerts: [{ id: alert?.id, acknowledged: false }] } });
  expect((await ask("POST", `/api/v1/alerts/${alert?.id}/ack`)).status).toBe(200);

  const history = await ask<ApiReadings>("GET", `/api/v1/readings?sensor_id=${temperature.id}`);
  expect(history.body.readings.map(({ value_num }) => value_num)).toEqual([50, 33]);
  const csv = (await ask<string>("GET", `/api/v1/readings.csv?sensor_id=${temperature.id}`)).body;
  expect(csv.trim().split("\n")).toHaveLength(3);
});
