import { describe, expect, test } from "vitest";
import { ALL_ROUTES } from "../../local/openapi/all-routes.ts";
import { headersFor } from "../support/answering.ts";
import { DOCUMENT } from "../support/documented.ts";
import { addApiKey, addDevice, addInboundToken } from "../support/fixtures.ts";
import { appFor, type Group, openHouse } from "../support/house.ts";
import { isObject, type Json } from "../support/json-schema.ts";

/** Groups with open bodies: devices send what their firmware sends, automations what their makers send. */
const FOREIGN: readonly string[] = ["ingest", "inbound"];

const READING = ALL_ROUTES.flatMap(({ name, routes }) =>
  routes
    .filter(({ body }) => body !== undefined && !FOREIGN.includes(name))
    .map(({ method, path }) => ({ group: name as Group, method: method.toUpperCase(), path })),
);

const house = await openHouse();
const key = await addApiKey(house.database, house.home);

async function errorOf(group: Group, line: string, body: unknown): Promise<string> {
  const [method = "", path = ""] = line.split(" ");
  const headers = { "CF-Connecting-IP": "203.0.113.7", ...headersFor(group, house, key) };
  const init = { method, headers, body: JSON.stringify(body) };
  const answer = await appFor(house, path).request(path, init);
  const { error } = (await answer.json()) as { error?: string };
  return `${answer.status} ${error}`;
}

describe("a field that a body does not have", () => {
  test.each(READING)("is refused by its name: $method $path", async ({ group, method, path }) => {
    const at = path.replace(/\{\w+\}/g, "an-id");
    expect(await errorOf(group, `${method} ${at}`, { nonsense: 1 })).toMatch(
      /^400 "nonsense" is an unknown field\. Allowed: \w+/,
    );
  });

  test.each([
    ["feeds.0.nmae", "pull-setup", { feeds: [{ url: "https://barn.example.com", nmae: "Barn" }] }],
    ["sensors.1.lable", "devices/sensors-batch", { sensors: [{ id: "sen_1" }, { id: "sen_2", lable: "x" }] }],
    ["rule.vlaue", "rules/simulate", { sensor_id: "sen_1", rule: { is: "above", vlaue: 3 } }],
    // Names that every object inherits, and a name whose assignment would change the prototype.
    ["toString", "devices", { name: "Attic", toString: 1 }],
    ["feeds.0.constructor", "pull-setup", { feeds: [{ url: "https://barn.example.com", constructor: {} }] }],
    ["sensors.0.__proto__", "devices/sensors-batch", { sensors: [{ id: "sen_1", ["__proto__"]: {} }] }],
    ["rule.hasOwnProperty", "rules/simulate", { sensor_id: "s", rule: { is: "above", hasOwnProperty: 3 } }],
  ])("is named by its way: %s", async (name, path, body) => {
    expect(await errorOf("v1", `POST /api/v1/${path}`, body)).toContain(`400 "${name}" is an unknown field`);
  });

  test("of degrees or a kind of alert is named too", async () => {
    const put = (body: unknown) => errorOf("v1", "PUT /api/v1/alert-settings", body);
    expect(await put({ freeze: { warning: { value: 4, unit: "C", of: 1 } } })).toBe(
      '400 "freeze.warning.of" is an unknown field. Allowed: value, unit',
    );
    expect(await put({ freeze: { warnings: 4 } })).toContain('400 "freeze.warnings" is an unknown field');
    expect(await put({ freeze: { warning: 4 } })).toContain("must be an object of a value and a unit");
  });

  test("is cut where it is long", async () => {
    const name = "x".repeat(1_000);
    expect(await errorOf("v1", "POST /api/v1/devices", { name: "Attic", [name]: 1 })).toContain(
      `"${"x".repeat(40)}" is an unknown field`,
    );
  });

  test("may be sent by a device and by an automation", async () => {
    const device = await addDevice(house.database, house.home);
    const ingest = `POST /api/ingest/${device.ingestKey}`;
    expect(await errorOf("ingest", ingest, { temp1: 50, nonsense: { a: 1 } })).toBe("200 undefined");
    const { token } = await addInboundToken(house.database, house.home);
    const said = { action: "status", nonsense: 1 };
    expect(await errorOf("inbound", `POST /api/inbound/${token}`, said)).toBe("200 undefined");
  });
});

describe("the document", () => {
  const open = (schema: unknown, at: string): string[] => {
    if (Array.isArray(schema)) return schema.flatMap((one, index) => open(one, `${at}.${index}`));
    if (!isObject(schema)) return [];
    const isOpen =
      schema.type === "object" && isObject(schema.properties) && schema.additionalProperties !== false;
    return [
      ...(isOpen ? [at] : []),
      ...Object.entries(schema).flatMap(([name, one]) => open(one, `${at}.${name}`)),
    ];
  };

  test("says of every such body that it has no further fields, to its depths", () => {
    const paths = DOCUMENT.paths as Record<string, Record<string, Json>>;
    const bodies = READING.map(({ method, path }) => paths[path]?.[method.toLowerCase()]?.requestBody);
    const openBodies = bodies.flatMap((body, index) => open(body, READING[index]?.path ?? ""));
    // WebAuthn adds members to a browser's answer with each level.
    expect(openBodies.filter((at) => !at.includes(".schema.properties.response"))).toEqual([]);
    const { schemas } = DOCUMENT.components as { schemas: Json };
    // An automation's other fields are ignored.
    expect(open(schemas, "schemas")).toEqual(["schemas.WebhookAction"]);
  });
});
