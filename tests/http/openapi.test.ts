import { describe, expect, test } from "vitest";
import { ALL_ROUTES } from "../../local/openapi/all-routes.ts";
import RAW_BODIES from "../../schema/openapi/raw-bodies.json" with { type: "json" };
import { DOCUMENT } from "../support/documented.ts";
import { addDevice } from "../support/fixtures.ts";
import { type House, normalized, openHouse, routesOf } from "../support/house.ts";
import { faults, type Json } from "../support/json-schema.ts";

const house = await openHouse();

const described = (): string[] =>
  Object.entries(DOCUMENT.paths as Record<string, Json>).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${normalized(path)}`),
  );

describe("the document", () => {
  test("is served as the build has made it of the routes", async () => {
    const served = await house.apps.public.request("/api/openapi.json");
    expect(await served.json()).toEqual(DOCUMENT);
  });

  test("has every route that there is, and no other", () => {
    const real = Object.values(house.apps).flatMap(routesOf).map(normalized);
    expect(described().sort()).toEqual(real.sort());
  });

  test("has every route in the chapter of the group that answers it", () => {
    for (const { name, routes } of ALL_ROUTES) {
      const real = routesOf(house.apps[name as keyof House["apps"]]).map(normalized);
      const said = routes.map(({ method, path }) => `${method.toUpperCase()} ${normalized(path)}`);
      expect(said.sort(), name).toEqual(real.sort());
    }
  });
});

test("every parameter has a description", () => {
  const operations = Object.entries(DOCUMENT.paths as Record<string, Record<string, Json>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const silent = operations.flatMap(({ path, method, operation }) =>
    ((operation.parameters ?? []) as Json[])
      .filter(({ description }) => typeof description !== "string" || description === "")
      .map(({ name }) => `${method} ${path} ${name}`),
  );
  expect(silent).toEqual([]);
});

describe("GET /api/openapi.json", () => {
  const get = (headers: Record<string, string> = {}) =>
    house.apps.public.request("/api/openapi.json", { headers });

  test("serves it to anyone, from any page, to be kept for a while", async () => {
    const answer = await get({ Origin: "https://editor.example" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(DOCUMENT);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
    });
    expect(answer.headers.has("Access-Control-Allow-Credentials")).toBe(false);
  });

  test("answers 304 to whoever has it", async () => {
    const etag = (await get()).headers.get("ETag") ?? "";
    const again = await get({ "If-None-Match": etag });
    expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", etag]);
    expect((await get({ "If-None-Match": 'W/"another"' })).status).toBe(200);
  });

  test("can be asked for by a browser first, and by no other method", async () => {
    const preflight = await house.apps.public.request("/api/openapi.json", { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("Access-Control-Allow-Methods")]).toEqual([
      204,
      "GET,HEAD,OPTIONS",
    ]);
    const posted = await house.apps.public.request("/api/openapi.json", { method: "POST" });
    expect([posted.status, posted.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("the examples of what a device may post", () => {
  const schemaAt = (path: string) => {
    const { requestBody } = (DOCUMENT.paths as Record<string, Record<string, Json>>)[path]?.post ?? {};
    return (requestBody as { content: Record<string, Json> }).content["application/json"]?.schema;
  };

  test.each(Object.entries(RAW_BODIES.readings.examples))(
    "%s is one style, and is taken",
    async (_, { value }) => {
      expect(faults(DOCUMENT, schemaAt("/api/ingest/{deviceKey}"), value)).toEqual([]);
      const device = await addDevice(house.database, house.home);
      const answer = await house.post(device, value);
      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ ok: true })]);
    },
  );

  test.each(Object.entries(RAW_BODIES.mqtt.examples))("%s of an MQTT message too", async (_, { value }) => {
    expect(faults(DOCUMENT, schemaAt("/api/ingest/mqtt"), value)).toEqual([]);
    const device = await addDevice(house.database, house.home);
    const answer = await house.apps.ingest.request("/api/ingest/mqtt", {
      method: "POST",
      headers: { "X-Ingest-Key": device.ingestKey },
      body: JSON.stringify(value),
    });
    expect(answer.status).toBe(200);
  });
});
