import { datedParts } from "../foreign/names.ts";
import { isVacant } from "../foreign/records.ts";
import { walk } from "../foreign/walk.ts";
import { entriesOf, isJsonObject, type JsonObject, jsonIn, objectElements } from "../json.ts";
import type { Field, Manner, Part, Sender } from "../parts/manner.ts";
import { snake } from "../sensor-keys.ts";
import { measureOf } from "../sensor-kinds.ts";
import { namesUnit } from "../unit-marks.ts";
import { readNumber } from "../values.ts";
import { allAt, type Found, holds, objectOf, starIn, textOf, valueAt, wordsAt } from "./paths.ts";
import rows from "./senders.json" with { type: "json" };

/** A field that counts only `if` a clause holds for the members. Without a kind it is read by name; null skips it. */
type RowField = (Partial<Omit<Field, "kind">> & { kind?: Field["kind"] | null; if?: string[] }) | null;

/** The place of a body's things, and which of their values are read. Paths start at the thing, except `at`. */
type Thing = {
  at?: string;
  /** `if`: clauses on the thing; `where`: clauses on the whole body. */
  if?: string[];
  where?: string[];
  /** Paths, or texts with paths; the first that finds anything counts. */
  id?: string | string[];
  name?: string | string[];
  /** Objects whose members are read; by default the thing itself, unless `members` or `pairs` are given. */
  in?: string[];
  /** Members by name: the path of the value, perhaps with a factor. */
  members?: Record<string, string | [path: string, times: number]>;
  /** A list of records: its path, and the paths of name, value and unit in each. */
  pairs?: [list: string, name: string | string[], value: string, unit?: string];
  /** The path of a table of member names in the body; unnamed members are left out. */
  names?: string;
  /** True if things may be at any depth below. */
  walk?: boolean;
  /** The gateways that heard a radio network's node; the first of `in` with more than texts is the decoded content. */
  radio?: string;
};

export type Row = {
  name: string;
  marks: string[];
  when: string[];
  /** A unit, or several: the first whose clause holds for the thing's members counts. */
  temperature?: string | [unit: string, clause?: string][];
  pressure?: string;
  /** True if names not in `fields` are understood by themselves. */
  byName?: boolean;
  /** The field for names that say nothing by themselves. */
  others?: Field;
  fields?: Record<string, RowField | RowField[]>;
  /** True if everything left out measures nothing, although names are understood by themselves. */
  isComplete?: boolean;
  /** True for a radio network: a gateway that heard a node is no news of the node's values. */
  isNetwork?: boolean;
  /** Another row, whose fields this one inherits. */
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

/** Returns a thing's entries; if a name repeats, the last one counts. */
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

/** Returns the field for these members: null if it measures nothing, undefined to read it by name. */
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

/** Returns a sender's conventions for these members. */
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

/** Keeps only the newest of the buffered values that Adeunis' codecs list, marked by "values: [t=0, t-1, t-2, ...]". */
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

/** The path of the node's port, which for some nodes says what is measured. */
const PORT = "uplink_message.f_port|port|fPort|FPort";

/** Returns a node's values, with the signal at the gateway that heard it best. */
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

/** Returns a sender's function that finds a body's things, by its row. */
const partsBy = (row: Row): ((body: unknown) => Part[]) => {
  const { things = [{}] } = row;
  const manner = (members: JsonObject) => mannerOf(row, members);
  // A unit that the row leaves out is not that of the values.
  const isOfDisplay = (name: string) => row.fields?.[name] === null && namesUnit(name);
  const partsOf = (found: Found, thing: Thing, body: unknown): Part[] => {
    const named = keyed(found, thing);
    if (thing.radio !== undefined) return uplink(found.value, thing, named, manner);
    if (thing.walk === true)
      return (thing.in ?? [""]).flatMap((path) =>
        walk(jsonIn(valueAt(found.value, path)), manner({}), named),
      );
    const entries = entriesIn(found, thing).filter(([name]) => !isOfDisplay(name));
    const names = thing.names === undefined ? null : objectOf(valueAt(body, thing.names));
    const members = Object.fromEntries(
      entries.map(([name, value]) => [
        names === null ? name : textOf(names[name]),
        // A value may come with its accuracy: `[604, 68.1]`.
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

/** Returns a row's conventions, for other senders that forward such messages. */
export const rowManner = (name: string, members: JsonObject = {}): Manner => mannerOf(rowOf(name), members);

/** The senders defined by a row; rows without marks only define names. */
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
