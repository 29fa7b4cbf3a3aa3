import { load, YAML11_SCHEMA } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentedRecipe } from "../support/documented-recipe.ts";
import { addApiKey, addDevice, addShareLink, type TestDevice } from "../support/fixtures.ts";
import { hasJinja, renderJinja } from "../support/jinja.ts";
import { type ServedHouse, serveHouse } from "../support/served-house.ts";

const skipped = !hasJinja();
if (skipped) console.warn("SKIPPED: the recipes for Home Assistant need Python with jinja2 (python3-jinja2)");

type RestCommand = { url: string; method: string; content_type: string; payload: string };
type Command = RestCommand & { headers?: Record<string, string> };
type Trigger = { trigger: string; entity_id?: string[]; minutes?: string };
type Action = { action: string; data: { entities: string[] } };
type Package = {
  rest_command: { hearthwatch: Command };
  automation: { triggers: Trigger[]; actions: Action[] }[];
};
type Sensor = { value_template: string; availability?: string };
type Rest = {
  resource: string;
  headers?: Record<string, string>;
  sensor: Sensor[];
  binary_sensor?: Sensor[];
};
type Pull = { rest: Rest[]; rest_command: { hearthwatch_snooze: Command } };

const CELLAR = {
  "sensor.cellar_temperature": {
    state: "4.5",
    attributes: { unit_of_measurement: "°C", device_class: "temperature", friendly_name: "Cellar" },
  },
  "binary_sensor.sump_leak": {
    state: "off",
    attributes: { unit_of_measurement: null, device_class: "moisture", friendly_name: "Sump" },
  },
};

/** Sends a request as the integration `rest_command` does. */
const command = ({ url, method, content_type, payload, headers }: Command, rendered = payload) =>
  fetch(url, { method, headers: { "Content-Type": content_type, ...headers }, body: rendered });

/** Extracts values from an answer as the integration `rest` does. */
const valuesOf = (templates: readonly string[], answer: unknown) =>
  renderJinja(templates.map((template) => ({ template, variables: { value_json: answer } })));

describe.skipIf(skipped)("the recipes for Home Assistant", () => {
  let house: ServedHouse;
  let device: TestDevice;
  beforeAll(async () => {
    house = await serveHouse();
    device = await addDevice(house.database, house.home);
  });
  afterAll(() => house?.stop());

  const filled = (document: "devices" | "api", heading: string, values: Record<string, string>): unknown => {
    const text = documentedRecipe(document, heading, "yaml").replaceAll("https://HOST", house.url);
    const replaced = Object.entries(values).reduce((all, [name, value]) => all.replaceAll(name, value), text);
    return load(replaced, { schema: YAML11_SCHEMA });
  };
  const sensorIds = async () => {
    const rows = await house.database.sql<{ id: string; kind: string }>`
      select id, kind from sensors where device_id = ${device.id}`;
    return Object.fromEntries(rows.map(({ kind, id }) => [kind, id]));
  };

  test("the package posts at each change and every five minutes, and both entities are stored", async () => {
    const parsed = filled("devices", "### Home Assistant", { KEY: device.ingestKey }) as Package;
    const [automation] = parsed.automation;
    const [action] = automation?.actions ?? [];
    expect(automation?.triggers).toEqual([
      { trigger: "state", entity_id: Object.keys(CELLAR) },
      { trigger: "time_pattern", minutes: "/5" },
    ]);
    expect(action).toMatchObject({ action: "rest_command.hearthwatch" });
    const { hearthwatch } = parsed.rest_command;
    const variables = action?.data ?? {};
    const [payload] = await renderJinja([{ template: hearthwatch.payload, variables, entities: CELLAR }]);
    expect(await (await command(hearthwatch, payload)).json()).toEqual({
      ok: true,
      readings: 2,
      sensors_created: 2,
    });
    expect(Object.keys(await sensorIds()).toSorted()).toEqual(["flood", "temperature"]);
  });

  test("an entity that is unavailable or unknown keeps the other one's reading", async () => {
    const parsed = filled("devices", "### Home Assistant", { KEY: device.ingestKey }) as Package;
    const { hearthwatch } = parsed.rest_command;
    const given = { template: hearthwatch.payload, variables: { entities: Object.keys(CELLAR) } };
    const gone = { ...CELLAR["binary_sensor.sump_leak"], state: "unavailable" };
    const entities = { ...CELLAR, "binary_sensor.sump_leak": gone };
    const [payload, nothing] = await renderJinja([{ ...given, entities }, given]);
    expect(await (await command(hearthwatch, payload)).json()).toMatchObject({ readings: 1 });
    expect((await command(hearthwatch, nothing)).status).toBe(400);
  });

  test("a share link is read by the sensor's id", async () => {
    const { temperature = "", flood = "" } = await sensorIds();
    const token = await addShareLink(house.database, house.home);
    const values = { TOKEN: token, sen_EXAMPLE: temperature, sen_SUMP: flood };
    const [rest] = (filled("api", "## Share links", values) as Pull).rest;
    const answer = await (await fetch(rest?.resource ?? "")).json();
    const sensors = [...(rest?.sensor ?? []), ...(rest?.binary_sensor ?? [])];
    const templates = sensors.flatMap(({ value_template, availability }) =>
      availability === undefined ? [value_template] : [value_template, availability],
    );
    expect(await valuesOf(templates, answer)).toEqual(["4.5", "True", "False"]);
  });

  test("an API key reads a sensor, and snoozes the home", async () => {
    const { temperature = "" } = await sensorIds();
    const key = await addApiKey(house.database, house.home);
    const values = { API_KEY: key, sen_EXAMPLE: temperature };
    const pull = filled("api", "### Home Assistant", values) as Pull;
    const [rest] = pull.rest;
    const answer = await (await fetch(rest?.resource ?? "", { headers: rest?.headers ?? {} })).json();
    const templates = rest?.sensor.map(({ value_template }) => value_template) ?? [];
    expect(await valuesOf(templates, answer)).toEqual(["4.5"]);
    const snoozed = await command(pull.rest_command.hearthwatch_snooze);
    expect(await snoozed.json()).toMatchObject({ ok: true, action: "snooze" });
  });
});
