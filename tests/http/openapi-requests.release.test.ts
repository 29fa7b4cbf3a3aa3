import { expect, test } from "vitest";
import { groupOf } from "../../functions/all/paths.ts";
import { headersFor } from "../support/answering.ts";
import { DOCUMENT, undocumented } from "../support/documented.ts";
import { fakeFeeds, feedAnswer } from "../support/feeds.ts";
import { addAlert, addApiKey, addDevice, addInboundToken } from "../support/fixtures.ts";
import { appFor, type Group, openHouse, withFeeds } from "../support/house.ts";
import { isObject, type Json, resolve } from "../support/json-schema.ts";
import { aBay, aRule, aSensor } from "../support/makers.ts";
import { CANARY, foundInTexts } from "../support/secret-hunt.ts";
import { CRON_SECRET } from "../support/services.ts";

const house = withFeeds(await openHouse(), fakeFeeds({}, feedAnswer({ temp1: 41.5 })));
const { database, home, phone } = house;
const place = { house, home, caller: house.ada };
const key = await addApiKey(database, home);
const { id: device, ingestKey } = await addDevice(database, home);
const sensor = await aSensor(place);
const bay = await aBay(place);
const idIn: Record<string, string> = {
  devices: device,
  sensors: sensor,
  alerts: (await addAlert(database, home)).id,
  rules: await aRule(place),
  bays: bay,
  inbound: (await addInboundToken(database, home)).token,
  ingest: ingestKey,
};
/** Values for fields whose examples would be unknown. */
const real: Json = { sensor_id: sensor, device_id: device, bay_id: bay, household_id: home };
/** Texts that no answer and no line of the log may contain. */
const secrets: Record<string, string> = { key, ingestKey, CRON_SECRET, CANARY, ...phone };
/** Shows a device's key on purpose. */
const SHOWS_SECRETS = /reveal-ingest-key/;
/** A refusal may name the unknown id. */
const NAMES_WHAT_IS_UNKNOWN = /^[\w.]*(?:_ids?|Id|\.id|unit_of_measurement)\b/;

const ODD: unknown[] = [
  undefined,
  "",
  " ",
  "nothing\u0000",
  "x".repeat(3_000),
  -1e9,
  0.5,
  1e19,
  true,
  null,
  [],
  {},
  [{}],
  CANARY,
  `__proto__/../\u202e${"{".repeat(200)}`,
  "\ud800",
];
/** Each field of an example gets only some of the odd values; neighbors get others. */
const STEP = 5;

const inDocument = (value: unknown): Json =>
  isObject(value) && typeof value.$ref === "string"
    ? inDocument(resolve(DOCUMENT, value.$ref))
    : (value as Json);

/** Returns a copy in which the part at the path is changed or omitted. */
function changed(whole: unknown, [name, ...below]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  const parts = isObject(whole) || Array.isArray(whole) ? Object.entries(whole) : [];
  const { [name]: part, ...rest } = Object.fromEntries(parts);
  const made = { ...rest, [name]: changed(part, below, value) };
  return Array.isArray(whole) ? Object.values(made) : made;
}

/** Returns every field, at any depth; of a list only those of its first entry. */
const fieldsIn = (value: unknown): string[][] =>
  Object.entries(Array.isArray(value) ? value.slice(0, 1) : isObject(value) ? value : {}).flatMap(
    ([name, part]) => [[name], ...fieldsIn(part).map((below) => [name, ...below])],
  );

type Try = { what: string; body: unknown };

/** Returns the document's example bodies with existing ids, and each of their fields odd or omitted. */
function triesOf({ schema, example, examples = { example: { value: example } } }: Json): Try[] {
  const known = Object.keys((inDocument(schema).properties ?? {}) as Json).map((name) => [name]);
  return Object.values(examples as Record<string, { value: unknown }>).flatMap(({ value: shown }) => {
    const own = isObject(shown) ? Object.keys(shown).filter((name) => name in real) : [];
    const full = own.reduce((body, name) => changed(body, [name], real[name]), shown);
    const fields = new Map([...known, ...fieldsIn(full)].map((path) => [path.join("."), path]));
    const odd = [...fields].flatMap(([what, path], place) =>
      ODD.filter((_, at) => at % STEP === place % STEP).map((value) => ({
        what: `${what}: ${JSON.stringify(value)?.slice(0, 20)}`,
        body: changed(full, path, value),
      })),
    );
    return [
      { what: "as shown", body: full },
      { what: "nothing", body: {} },
      { what: "a list", body: [] },
      ...odd,
    ];
  });
}

const OPERATIONS = Object.entries(DOCUMENT.paths as Record<string, Record<string, Json>>).flatMap(
  ([template, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const content = (requestBody as { content?: Record<string, Json> } | undefined)?.content;
      const json = content?.["application/json"];
      return json === undefined ? [] : [{ method: method.toUpperCase(), template, json }];
    }),
);

test.each(OPERATIONS)(
  "no value of a field of $method $template is answered with a 5xx, or with a secret",
  async ({ method, template, json }) => {
    const path = template.replace(
      /([\w-]+)\/\{\w+\}/g,
      (_, segment: string) => `${segment}/${idIn[segment]}`,
    );
    const group = groupOf(path) as Group;
    const wrong: string[] = [];
    for (const { what, body } of triesOf(json)) {
      // The request before may have ended the session.
      const cookie = group === "account" ? await house.as(house.ada) : house.cookie;
      const headers = { "CF-Connecting-IP": "203.0.113.7", ...headersFor(group, { cookie, phone }, key) };
      const answer = await appFor(house, path).request(path, { method, headers, body: JSON.stringify(body) });
      const said = await undocumented(method, path, answer);
      const text = await answer.text();
      const mayRepeat = answer.status < 400 || NAMES_WHAT_IS_UNKNOWN.test(what);
      const hidden = { ...secrets, ...(mayRepeat && { CANARY: "" }), cookie: cookie.replace(/^\w+=/, "") };
      const found = SHOWS_SECRETS.test(path) ? [] : foundInTexts(hidden, [text]);
      const failed = answer.status >= 500 ? [`${answer.status} ${text.slice(0, 160)}`] : [];
      wrong.push(...[...said, ...found, ...failed].map((fault) => `${what}: ${fault}`));
    }
    const reports = house.services.reports.map((each) => JSON.stringify(each));
    expect([...wrong, ...foundInTexts(secrets, reports)]).toEqual([]);
  },
);
