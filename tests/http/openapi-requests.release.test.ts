import { expect, test } from "vitest";
import { groupOf } from "../../functions/all/groups.ts";
import { pagesApp } from "../../functions/pages/app.ts";
import { bodiesOf, CANARY, type Real, textsOf } from "../support/bodies-from-schema.ts";
import { addPhone, headersOf } from "../support/companion.ts";
import { DOCUMENT, undocumented } from "../support/documented.ts";
import { fakeFeeds, feedAnswer } from "../support/feeds.ts";
import {
  addAlert,
  addApiKey,
  addDevice,
  addInboundToken,
  addMember,
  addShareLink,
} from "../support/fixtures.ts";
import { type House, openHouse, withFeeds } from "../support/house.ts";
import type { Json } from "../support/json-schema.ts";
import * as makers from "../support/makers.ts";
import { foundInTexts } from "../support/secret-hunt.ts";
import { CRON_SECRET } from "../support/services.ts";

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
const BARN = "https://barn.example.com/state.json";
const SECRET_HEADERS = new Set(["Cookie", "Authorization", "X-Ingest-Key", "X-SB-Refresh-Token"]);
/** Shows the key of a device on purpose, to whoever may see it. */
const SHOWS_SECRETS = /reveal-ingest-key/;
/** A refusal names the id that it does not know. */
const NAMES_WHAT_IS_UNKNOWN = /^\??[\w.]*(?:_ids?|Id|\.id)\b/;

const OPERATIONS: Operation[] = Object.entries(DOCUMENT.paths as Record<string, Record<string, Json>>)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => operationOf(path, method, each)),
  )
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

const house: House = withFeeds(await openHouse(), fakeFeeds({}, feedAnswer({ temp1: 41.5 })));
const pages = pagesApp(house.services);
const { database, home } = house;
const viewer = await addMember(database, home, "viewer", "vera@example.com");
const browser = { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };
const bearer = async (scope: "read" | "write") => ({
  Authorization: `Bearer ${await addApiKey(database, home, { scope })}`,
});
const callers: Callers = {
  nobody: {},
  viewer: { ...browser, Cookie: await house.as(viewer) },
  owner: { ...browser, Cookie: house.cookie },
  "read key": await bearer("read"),
  "write key": await bearer("write"),
  device: { "X-Ingest-Key": (await addDevice(database, home)).ingestKey },
  phone: headersOf(await addPhone(database, house.ada, house.clock())),
  clock: { Authorization: `Bearer ${CRON_SECRET}` },
};
const place = { house, home, caller: house.ada };
const sensor = await makers.aSensor(place);
const [of] = await database.query<{ device_id: string }>("select device_id from sensors where id = $1", [
  sensor,
]);
const device = of?.device_id ?? "";
const alert = await addAlert(database, home, { sensorId: sensor, deviceId: device });
const bay = await makers.aBay(place);
const idIn: Record<string, string> = {
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
  "home-contacts": await makers.anOutsider(place),
  incidents: await makers.aStatusIncident(place),
  pucks: await makers.aPuck(place),
  bays: bay,
  share: await addShareLink(database, home, { scope: "metrics" }),
  inbound: (await addInboundToken(database, home)).token,
};
/** What a path or a body names: of the home that all callers are of. */
const real: Real = {
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
  postBody: "{}",
  message: { temp1: 50 },
  secret: "0f".repeat(32),
  url: BARN,
};
const said = Object.entries(callers).flatMap(([who, headers]) =>
  Object.entries(headers)
    .filter(([name]) => SECRET_HEADERS.has(name))
    .map(([name, value]) => [`${name} of ${who}`, value.replace(/^(?:Bearer |\w+=)/, "")]),
);
/** What no answer and no line of the log may hold. */
const secrets: Record<string, string> = {
  ...Object.fromEntries(said),
  canary: CANARY,
  "puck's secret": String(real.secret),
};

const pathOf = ({ path }: Operation): string =>
  path.replace(/([\w-]+)\/\{\w+\}/g, (_, segment: string) => `${segment}/${idIn[segment] ?? "never0"}`);

/** By the functions' own routing: the group that a path belongs to, the pages for the rest. */
async function answerTo(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const group = groupOf(new URL(path, "http://x").pathname);
  const app = group === "pages" ? pages : house.apps[group];
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
    if ("cronSecret" in each) return ["clock"];
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

test("no value of any field is answered with a 5xx, or with a secret", async () => {
  const wrong: string[] = [];
  for (const operation of OPERATIONS) {
    const [who = "nobody"] = entersBy(operation);
    for (const { what, query, value } of triesOf(operation)) {
      const path = `${pathOf(operation)}${query}`;
      const answer = await answerTo(operation.method, path, callers[who] ?? {}, value);
      const said = await undocumented(operation.method, path, answer);
      const text = await answer.text();
      const mayRepeat = answer.status < 400 || NAMES_WHAT_IS_UNKNOWN.test(what);
      const hidden = mayRepeat ? { ...secrets, canary: "" } : secrets;
      const found = SHOWS_SECRETS.test(path) ? [] : foundInTexts(hidden, [text]);
      const failed = answer.status >= 500 ? [`${answer.status} ${text.slice(0, 160)}`] : [];
      wrong.push(
        ...[...said, ...found, ...failed].map((fault) => `${who}: ${operation.line} ${what}: ${fault}`),
      );
      // A session that this has ended begins anew.
      if (who === "owner" && (answer.status === 401 || answer.headers.has("Set-Cookie")))
        callers.owner = { ...browser, Cookie: await house.as(house.ada) };
    }
  }
  const reports = house.services.reports.map((each) => JSON.stringify(each));
  expect([...wrong, ...foundInTexts(secrets, reports)]).toEqual([]);
});

type Try = { what: string; query: string; value?: unknown };

const triesOf = ({ body, query }: Operation): Try[] => [
  ...(body === null ? [] : bodiesOf(body, real).map((each) => ({ ...each, query: "" }))),
  ...query.flatMap(({ name, schema }) =>
    textsOf(schema, real, name).map((text) => {
      const asked = `?${name}=${encodeURIComponent(text)}`;
      return { what: asked, query: asked };
    }),
  ),
];
