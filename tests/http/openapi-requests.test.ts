import { afterAll, beforeAll, expect, test } from "vitest";
import { groupOf } from "../../functions/all/groups.ts";
import { pagesApp } from "../../functions/pages/app.ts";
import { bodiesOf, type Real, type Tried, textsOf } from "../support/bodies-from-schema.ts";
import { addAlert, addApiKey, addDevice, addInboundToken, addMember, addShareLink } from "../support/cast.ts";
import { addPhone, headersOf } from "../support/companion.ts";
import { DOCUMENT, undocumented } from "../support/documented.ts";
import { type House, openHouse } from "../support/house.ts";
import type { Json } from "../support/json-schema.ts";
import * as makers from "../support/makers.ts";

type Operation = {
  line: string;
  method: string;
  path: string;
  id: string;
  security: Record<string, unknown>[];
  query: { name: string; schema: Json }[];
  body: Json | null;
};
type Callers = Record<string, Record<string, string>>;

/** What ends that by which somebody is let in comes last. */
const ENDS = /sign-out|revoke|rotate|end-sessions|account\/session$/;
/** They look at the world outside, or at the whole service: not by a body that nobody has thought of. */
const NOT_ASKED = /feeds\/try|\/api\/cron\//;

/** What a device sends is read as far as it can be. */
const LENIENT = /^\/api\/ingest\//;
/** A code or signature that is asked for besides the session. */
const PROVES = /session\/prove|claim\/finish/;
/** What no schema can say: it goes by what is stored, or by two fields together. */
const MORE_THAN_FORM =
  /must be the next_cursor|one of what the sensor measures|by more than twice the hysteresis|must be descending|The code is wrong/;

const OPERATIONS: Operation[] = Object.entries(DOCUMENT.paths as Record<string, Record<string, Json>>)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => operationOf(path, method, each)),
  )
  .filter(({ path }) => !NOT_ASKED.test(path))
  .toSorted((a, b) => turnOf(a) - turnOf(b));

function turnOf({ method, path }: Operation): number {
  return (
    (method === "DELETE" ? 2 : 0) +
    (method !== "GET" && ENDS.test(path) ? 1 : 0) +
    (path === "/api/account/user" ? 1 : 0)
  );
}

function operationOf(path: string, method: string, operation: Json): Operation {
  const parameters = (operation.parameters ?? []) as { in: string; name: string; schema: Json }[];
  const content = (operation.requestBody as { content?: Record<string, { schema: Json }> } | undefined)
    ?.content;
  return {
    line: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    id: String(operation.operationId),
    security: (operation.security ?? []) as Record<string, unknown>[],
    query: parameters.filter((each) => each.in === "query"),
    body: content?.["application/json"]?.schema ?? null,
  };
}

let house: House;
let callers: Callers;
/** What a path or a body names: of the home that all callers are of. */
let real: Real;
let idIn: Record<string, string>;

beforeAll(async () => {
  house = await openHouse();
  const { database, home } = house;
  const viewer = await addMember(database, home, "viewer", "vera@example.com");
  const browser = { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };
  const bearer = async (scope: "read" | "write") => ({
    Authorization: `Bearer ${await addApiKey(database, home, { scope })}`,
  });
  callers = {
    nobody: {},
    viewer: { ...browser, Cookie: await house.as(viewer) },
    owner: { ...browser, Cookie: house.cookie },
    "read key": await bearer("read"),
    "write key": await bearer("write"),
    device: { "X-Ingest-Key": (await addDevice(database, home)).ingestKey },
    phone: headersOf(await addPhone(database, house.ada, house.clock())),
  };
  const place = { house, home, caller: house.ada };
  const sensor = await makers.aSensor(place);
  const [of] = await database.query<{ device_id: string }>("select device_id from sensors where id = $1", [
    sensor,
  ]);
  const device = of?.device_id ?? "";
  const alert = await addAlert(database, home, { sensorId: sensor, deviceId: device });
  const bay = await makers.aBay(place);
  idIn = {
    devices: device,
    sensors: sensor,
    alerts: alert.id,
    feeds: await makers.aFeed(place),
    rules: await makers.aRule(place),
    deliveries: await makers.aDeadLetter(place),
    members: (await addMember(database, home, "member")).userId,
    invitations: await makers.anInvitation(place),
    sessions: await makers.aSession(place),
    "api-keys": await makers.anApiKey(place),
    "share-links": await makers.aShareLink(place),
    "inbound-tokens": await makers.anInboundToken(place),
    contacts: await makers.aContact(place),
    incidents: await makers.aStatusIncident(place),
    pucks: await makers.aPuck(place),
    bays: bay,
    share: await addShareLink(database, home, { scope: "metrics" }),
    inbound: (await addInboundToken(database, home)).token,
  };
  real = {
    sensor_id: sensor,
    sensor_ids: [sensor],
    device_id: device,
    bay_id: bay,
    household_id: home,
    user_id: house.ada.userId,
    unit: "°F",
    time_zone: "Europe/Berlin",
    from: "22:30",
    to: "06:30",
    address: "+15555550199",
    phone: "+15555550199",
    payload: { temp1: 50 },
    message: { temp1: 50 },
    secret: "00".repeat(32),
  };
});
afterAll(() => house.database.close());

const pathOf = ({ path }: Operation): string =>
  path.replace(/([\w-]+)\/\{\w+\}/g, (_, segment: string) => `${segment}/${idIn[segment] ?? "never0"}`);

/** By the functions' own routing: the group that a path belongs to, the pages for the rest. */
async function answerTo(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const group = groupOf(new URL(path, "http://x").pathname);
  const app = group === "pages" ? pagesApp(house.ports) : house.apps[group];
  const bodied = body === undefined ? {} : { body: JSON.stringify(body) };
  return await app.request(path, {
    method,
    headers: { "CF-Connecting-IP": "203.0.113.7", ...headers },
    ...bodied,
  });
}

const entersBy = ({ security }: Operation): string[] =>
  security.flatMap((each) => {
    if ("sessionCookie" in each) return ["owner", "viewer"];
    if ("bearerApiKey" in each) return ["write key", "read key"];
    if ("ingestKeyHeader" in each) return ["device"];
    return "companionAccess" in each ? ["phone"] : [];
  });

test("every caller is answered as the document says", async () => {
  const wrong: string[] = [];
  for (const operation of OPERATIONS.filter((each) => turnOf(each) === 0))
    for (const [who, headers] of Object.entries(callers)) {
      const body = operation.body === null ? undefined : bodiesOf(operation.body, real)[0]?.value;
      const path = pathOf(operation);
      const answer = await answerTo(operation.method, path, headers, body);
      wrong.push(...(await undocumented(operation.method, path, answer)).map((each) => `${who}: ${each}`));
      const isIn = operation.security.length === 0 || entersBy(operation).includes(who);
      if (answer.status >= 500) wrong.push(`${who}: ${operation.line} ${answer.status}`);
      if (!isIn && answer.status < 400)
        wrong.push(`${who}: ${operation.line} ${answer.status} although nothing lets them in`);
    }
  expect(wrong).toEqual([]);
});

test("what the document allows is not refused as malformed, and what it does not allow is", async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const operation of OPERATIONS) {
    const [who = "nobody"] = entersBy(operation);
    for (const [tried, isBody] of triesOf(operation)) {
      const path = isBody ? pathOf(operation) : `${pathOf(operation)}${tried.value}`;
      const body = isBody ? tried.value : undefined;
      const answer = await answerTo(operation.method, path, callers[who] ?? {}, body);
      asked += 1;
      // Whose session has ended, or goes by another name from now on, signs in again.
      if (who === "owner" && (answer.status === 401 || answer.headers.has("Set-Cookie")))
        callers.owner = { ...callers.owner, Cookie: await house.as(house.ada) };
      const said = await undocumented(operation.method, path, answer);
      const text = await answer.text();
      if (MORE_THAN_FORM.test(text)) continue;
      wrong.push(...said.map((each) => `${tried.what}: ${each}`));
      const { status } = answer;
      const isTold = tried.isValid ? status !== 400 : status >= 400 || LENIENT.test(operation.path);
      const isOut = status === 401 && operation.security.length > 0 && !PROVES.test(operation.path);
      if (status >= 500 || isOut || !isTold)
        wrong.push(
          `${operation.line} ${tried.what}: ${status}, ${tried.isValid ? "valid" : "invalid"} ${text.slice(0, 160)}`,
        );
    }
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(1_000);
});

function triesOf({ body, query }: Operation): [Tried, boolean][] {
  const bodies = body === null ? [] : bodiesOf(body, real);
  const queries = query.flatMap(({ name, schema }) =>
    textsOf(schema, real, name).map((each) => ({
      ...each,
      value: `?${name}=${encodeURIComponent(String(each.value))}`,
    })),
  );
  return [
    ...bodies.map((each): [Tried, boolean] => [each, true]),
    ...queries.map((each): [Tried, boolean] => [each, false]),
  ];
}
