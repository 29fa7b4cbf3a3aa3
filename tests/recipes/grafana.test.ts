import { load, YAML11_SCHEMA } from "js-yaml";
import { expect, test } from "vitest";
import { openApi } from "../support/api.ts";
import { documentedRecipe } from "../support/documented-recipe.ts";
import { addDevice } from "../support/fixtures.ts";
import { sensorOf } from "../support/readings.ts";

/** The requests of Grafana's Infinity data source, whose backend fills in the times and sends the token. */

const HOST = "https://home.example";

type DataSource = {
  datasources: { jsonData: { allowedHosts: string[] }; secureJsonData: { bearerToken: string } }[];
};

const api = await openApi();
const device = await addDevice(api.database, api.home, { name: "Cellar node", space: "Cellar" });
await api.post(device, { temp1: 41.5 });
const sensor = await sensorOf(api.database, device.id);
const sensorId = sensor;

const recipe = () =>
  documentedRecipe("api", "## Grafana", "yaml")
    .replaceAll("https://HOST", HOST)
    .replace("API_KEY", api.key)
    .replace("sen_EXAMPLE", sensorId);

/** The query of a panel that shows the hour around now. */
const query = () => {
  const now = api.clock().getTime();
  const [, url = ""] = /^# (https:.*)$/m.exec(recipe()) ?? [];
  const times = { "${__from}": now - 3_600_000, "${__to}": now + 60_000 };
  return Object.entries(times).reduce((text, [name, at]) => text.replace(name, String(at)), url);
};

const ask = async (url: string) => {
  const { datasources } = load(recipe(), { schema: YAML11_SCHEMA }) as DataSource;
  const [source] = datasources;
  expect(source?.jsonData.allowedHosts).toContain(new URL(url).origin);
  const headers = { Authorization: `Bearer ${source?.secureJsonData.bearerToken}`, "User-Agent": "Grafana" };
  return api.app.request(url.replace(HOST, ""), { headers });
};

test("a panel's query gets rows of CSV, each with its device and space", async () => {
  const answer = await ask(query());
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
    200,
    "text/csv; charset=utf-8; header=present",
  ]);
  const [head = "", ...rows] = (await answer.text()).trim().split("\r\n");
  expect(head.split(",")).toEqual(expect.arrayContaining(["recorded_at", "value_num", "device", "space"]));
  expect(rows).toEqual([
    expect.stringMatching(/^2026-11-20T10:00:00\.000Z,.*41\.5,.*Cellar node,Cellar,false,/),
  ]);
});
