import { describe, expect, test } from "vitest";
import { ALL_ROUTES } from "../../local/openapi/all-routes.ts";
import { DOCUMENT } from "../support/documented.ts";
import { faults, isObject, type Json } from "../support/json-schema.ts";

type Operation = {
  operationId: string;
  tags: string[];
  requestBody?: { content: Record<string, Json> };
  responses: Record<string, { content?: Record<string, Json> }>;
};

const OPERATIONS = Object.values(DOCUMENT.paths as Record<string, Record<string, Operation>>).flatMap(
  (methods) => Object.values(methods),
);
const ROUTES = ALL_ROUTES.flatMap(({ routes }) => routes);

/** The examples of a media type, wherever they stand. */
function examplesOf({ example, examples }: Json): unknown[] {
  const named = Object.values((examples ?? {}) as Record<string, Json>);
  return [...(example === undefined ? [] : [example]), ...named.map(({ value }) => value)];
}

const faultsOf = (media: Json): string[] =>
  examplesOf(media).flatMap((example) => faults(DOCUMENT, media.schema, example));

describe.each(OPERATIONS)("$operationId", ({ operationId, requestBody, responses }) => {
  test("has examples that are what their schemas say", () => {
    const media = [
      ...Object.values(requestBody?.content ?? {}),
      ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
    ];
    // A picture has none.
    const told = media.filter(({ schema }) => !isObject(schema) || schema.format !== "binary");
    expect(told.filter((one) => examplesOf(one).length === 0)).toEqual([]);
    expect(media.flatMap(faultsOf)).toEqual([]);
  });

  test("takes its own example", () => {
    const route = ROUTES.find(({ id }) => id === operationId);
    if (route?.body === undefined) return;
    const [example] = examplesOf(requestBody?.content["application/json"] ?? {});
    expect(route.body.safeParse(example)).toMatchObject({ success: true });
  });
});

test("no example is absurd", () => {
  const media = OPERATIONS.flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {})),
  );
  expect(JSON.stringify(media.flatMap(examplesOf))).not.toMatch(/9007199254740991|"string"|undefined/);
});

test("ids name a thing and what is done with it, and each chapter is of one audience", () => {
  const groups = DOCUMENT["x-tagGroups"] as { name: string; tags: string[] }[];
  const grouped = groups.flatMap(({ tags }) => tags);
  expect(new Set(grouped).size).toBe(grouped.length);
  expect(groups.map(({ name }) => name)).toEqual(ALL_ROUTES.map(({ name }) => name));
  for (const { operationId, tags } of OPERATIONS) {
    expect(operationId).toMatch(/^[a-z]\w*(\.[a-z]\w*){1,2}$/);
    expect(tags).toEqual([operationId.slice(0, operationId.lastIndexOf("."))]);
    expect(grouped).toContain(tags[0]);
  }
});

/** Clients are generated with these names: a change of one is a break, and needs a word in the change log. */
test("ids that programs use stay as they are", () => {
  const v1 = ALL_ROUTES.find(({ name }) => name === "v1")?.routes.map(({ id }) => id) ?? [];
  expect(v1).toEqual(expect.arrayContaining(STABLE));
  expect(OPERATIONS.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(["ingest.post", "share.getLatest", "share.listReadings", "inbound.act"]),
  );
});

const STABLE = `devices.list devices.create devices.get devices.update devices.delete devices.rotateIngestKey
  sensors.updateBatch sensors.get sensors.update readings.list readings.export feeds.delete pullSetup.get
  pullSetup.save alerts.list alerts.get alerts.acknowledge rules.list rules.create metrics.get`.split(/\s+/);
