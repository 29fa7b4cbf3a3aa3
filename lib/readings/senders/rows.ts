import { datedParts } from "../foreign/names.ts";
import { isVacant } from "../foreign/records.ts";
import { walk } from "../foreign/walk.ts";
import { entriesOf, isJsonObject, type JsonObject, jsonIn, objectElements } from "../json.ts";
import type { Field, Manner, Part, Sender } from "../parts/manner.ts";
import { snake } from "../sensor-keys.ts";
import { measureOf } from "../sensor-kinds.ts";
import { readNumber } from "../values.ts";
import { allAt, type Found, holds, objectOf, starIn, textOf, valueAt, wordsAt } from "./paths.ts";
import rows from "./senders.json" with { type: "json" };

/** A field that counts only `if` a clause holds of the thing's members; without a kind it is then read by its name, or not. */
type RowField = (Partial<Omit<Field, "kind">> & { kind?: Field["kind"] | null; if?: string[] }) | null;

/** Where the things of a body are, and what of them is read. All paths but `at` begin at the thing. */
type Thing = {
  at?: string;
  /** Clauses of the thing, and of the whole body. */
  if?: string[];
  where?: string[];
  /** Paths, or texts with paths in them; of several the first that leads anywhere. */
  id?: string | string[];
  name?: string | string[];
  /** The objects whose members are read; the thing itself where neither `members` nor `pairs` say it. */
  in?: string[];
  /** Members by the paths of their values, perhaps multiplied. */
  members?: Record<string, string | [path: string, times: number]>;
  /** A list of records: where it is, and where in each its name, value and unit are. */
  pairs?: [list: string, name: string | string[], value: string, unit?: string];
  /** Where the body says what the members are called; what it calls nothing is left out. */
  names?: string;
  /** True where things stand at any depth below. */
  walk?: boolean;
  /** Of a radio network, the gateways that heard a node: what was decoded is the first of `in` that says more than texts. */
  radio?: string;
};

export type Row = {
  name: string;
  marks: string[];
  when: string[];
  /** A unit, or the first of several whose clause holds of the thing's members. */
  temperature?: string | [unit: string, clause?: string][];
  pressure?: string;
  /** True where names that `fields` has not got are understood by themselves. */
  byName?: boolean;
  /** What a name is for that says nothing by itself. */
  others?: Field;
  fields?: Record<string, RowField | RowField[]>;
  /** True where what it leaves out is no news, though names are understood by themselves. */
  isComplete?: boolean;
  /** True for a radio network: that a gateway has heard a node is no news of what it measures. */
  isNetwork?: boolean;
  /** Another row, whose fields are its too. */
  like?: string;
  things?: Thing[];
};

const firstSaid = (found: Found, templates: string | string[] = []): string =>
  [templates]
    .flat()
    .map((template) => wordsAt(found, template))
    .find(Boolean) ?? "";

const keyed = (found: Found, { id, name }: Thing): { key: string; label: string } => {
  const label = firstSaid(found, name);
  if (id === undefined) return { key: "", label };
  const key = firstSaid(found, id) || label;
  return { key, label: label || key };
};

type Entry = readonly [name: string, value: unknown, unit?: unknown];

const pairsIn = (thing: unknown, [list, name, value, unit]: NonNullable<Thing["pairs"]>): Entry[] =>
  allAt(thing, list)
    .filter((record) => !isVacant(objectOf(record.value)))
    .map((record) => [
      name === "#" ? (record.stars.at(-1) ?? "") : firstSaid(record, name),
      valueAt(record.value, value),
      unit === undefined ? undefined : valueAt(record.value, unit),
    ]);

const multiplied = (value: unknown, times: number): unknown =>
  times === 1 ? value : typeof value === "number" ? value * times : null;

/** What a thing says, of a name said twice the last. */
const entriesIn = ({ value: thing }: Found, { in: inside, pairs, members }: Thing): Entry[] => [
  ...(inside ?? (members === undefined && pairs === undefined ? [""] : []))
    .flatMap((path) => allAt(thing, path))
    .flatMap(({ value }) => entriesOf(objectOf(jsonIn(value)))),
  ...(pairs === undefined ? [] : pairsIn(thing, pairs)),
  ...Object.entries(members ?? {}).flatMap(([name, said]): Entry[] => {
    const [path, times] = typeof said === "string" ? [said, 1] : said;
    const value = valueAt(thing, path);
    return value === undefined ? [] : [[name, multiplied(value, times)]];
  }),
];

/** What a field is for these members; null for what measures nothing, undefined for what its name says. */
const fieldOf = (said: RowField | RowField[], members: JsonObject): Field | null | undefined => {
  const one = [said].flat().find((each) => each === null || holds(each.if, members)) ?? null;
  if (one === null) return null;
  const { if: _, kind, ...rest } = one;
  return kind === undefined || kind === null ? kind : { kind, ...rest };
};

const scaleOf = ({ temperature }: Row, members: JsonObject): string | undefined =>
  typeof temperature === "string" || temperature === undefined
    ? temperature
    : temperature.find(([, clause]) => clause === undefined || holds([clause], members))?.[0];

/** How a sender writes, of given members. */
const mannerOf = (row: Row, members: JsonObject): Manner => {
  const { fields = {}, pressure, byName, others } = row;
  const names = Object.keys(members);
  const unnamed = others === undefined ? [] : names.filter((name) => measureOf(snake(name)) === null);
  const known = Object.entries(fields).flatMap(([form, said]) => {
    const field = fieldOf(said, members);
    const meant = form.includes("*") ? names.filter((name) => starIn(name, form) !== null) : [form];
    return field === undefined ? [] : meant.map((name) => [name, field] as const);
  });
  return {
    temperature: scaleOf(row, members),
    ...(pressure === undefined ? {} : { pressure }),
    onlyFields: byName !== true,
    fields: Object.fromEntries([...unnamed.map((name) => [name, others ?? null] as const), ...known]),
  };
};

/** Adeunis' codecs list what a node has kept, and say so: "values: [t=0, t-1, t-2, ...]". */
const newestFirst = (decoded: JsonObject): JsonObject => {
  const said = objectOf(decoded.bytes);
  if (!/t=0, t-1/.test(textOf(said.decodingInfo))) return decoded;
  const newest = (one: unknown): unknown =>
    isJsonObject(one) && Array.isArray(one.values) ? { ...one, values: one.values.slice(0, 1) } : one;
  return Object.fromEntries(
    entriesOf(said).map(([name, one]) => [name, Array.isArray(one) ? one.map(newest) : newest(one)]),
  );
};

const saysMore = (said: JsonObject): boolean =>
  Object.values(said).some((value) => typeof value !== "string");

/** Where the node's port stands, by which some say what they measure. */
const PORT = "uplink_message.f_port|port|fPort|FPort";

/** What a node measured, with the strength of its signal at the gateway that heard it best. */
const uplink = (
  message: unknown,
  { in: paths = [], radio = "" }: Thing,
  node: { key: string; label: string },
  manner: (members: JsonObject) => Manner,
): Part[] => {
  const decoded = paths.map((path) => jsonIn(valueAt(message, path))).filter(isJsonObject);
  const said = newestFirst(decoded.find(saysMore) ?? decoded[0] ?? {});
  const signals = allAt(message, radio)
    .flatMap(({ value }) => objectElements([value].flat()))
    .map(({ rssi, Rssi, LrrRSSI }) => readNumber(rssi ?? Rssi ?? LrrRSSI) ?? Number.NEGATIVE_INFINITY);
  return [
    { ...node, members: { rssi: Math.max(...signals) }, manner: { onlyFields: true } },
    ...partsBy(rowOf("SenseCAP"))(said).map((part) => ({ ...part, ...node })),
    ...walk(said, manner({ ...said, "@port": Number(valueAt(message, PORT)) }), node),
  ];
};

/** The things of a body, by a sender's row. */
const partsBy = (row: Row): ((body: unknown) => Part[]) => {
  const { things = [{}] } = row;
  const manner = (members: JsonObject) => mannerOf(row, members);
  const partsOf = (found: Found, thing: Thing, body: unknown): Part[] => {
    const named = keyed(found, thing);
    if (thing.radio !== undefined) return uplink(found.value, thing, named, manner);
    if (thing.walk === true)
      return (thing.in ?? [""]).flatMap((path) =>
        walk(jsonIn(valueAt(found.value, path)), manner({}), named),
      );
    const entries = entriesIn(found, thing);
    const names = thing.names === undefined ? null : objectOf(valueAt(body, thing.names));
    const members = Object.fromEntries(
      entries.map(([name, value]) => [
        names === null ? name : textOf(names[name]),
        // A value may stand with how exact it is: `[604, 68.1]`.
        Array.isArray(value) ? value[0] : value,
      ]),
    );
    const units = [Object.fromEntries(entries.map(([name, , unit]) => [name, unit]))];
    return [{ ...named, members, manner: manner(members), units }];
  };
  const partsAt = (body: unknown, thing: Thing): Part[] => {
    const found = allAt(body, thing.at ?? "")
      .map(({ value, stars }) => ({ value: jsonIn(value), stars }))
      .filter(({ value }) => isJsonObject(value) && holds(thing.if, value));
    return datedParts(objectElements(found.map(({ value }) => value)), (value, at) =>
      partsOf({ value, stars: found[at]?.stars ?? [] }, thing, body),
    );
  };
  return (body) => things.filter(({ where }) => holds(where, body)).flatMap((thing) => partsAt(body, thing));
};

const ROWS = new Map(
  (rows as Row[]).map((row, _, all): [string, Row] => {
    const alike = all.find(({ name }) => name === row.like);
    return [row.name, { ...row, fields: { ...alike?.fields, ...row.fields } }];
  }),
);

const rowOf = (name: string): Row => ROWS.get(name) ?? { name, marks: [], when: [] };

/** What another sender means by its names, for what passes on its messages. */
export const rowManner = (name: string, members: JsonObject = {}): Manner => mannerOf(rowOf(name), members);

/** The senders that are a row of the table; one without marks only says what names mean. */
export const ROW_SENDERS: readonly Sender[] = [...ROWS.values()]
  .filter(({ marks }) => marks.length > 0)
  .map((row) => ({
    name: row.name,
    marks: row.marks,
    isComplete: row.byName !== true || row.isNetwork === true || row.isComplete === true,
    isNetwork: row.isNetwork,
    isIts: (body) => holds(row.when, body),
    parts: partsBy(row),
  }));
