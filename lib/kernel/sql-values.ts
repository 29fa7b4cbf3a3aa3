import { hexBytes, hexText } from "./text.ts";

/**
 * Stands in a statement that takes longer to parse and to plan than to run and whose text is always the same: a connection of our
 * own keeps it parsed. Neon's calls share no connection.
 */
export const KEPT_MARK = "/* kept */";

type Read = (text: string) => unknown;

const readNumber: Read = (text) => Number.parseFloat(text);
const readBoolean: Read = (text) => text === "t";
const readJson: Read = (text) => JSON.parse(text);
const asText: Read = (text) => text;
const readBytes: Read = (text) => hexBytes(text.slice(2));

/** By PostgreSQL's number of the type. What is in neither list stays text: whole numbers past 2^53, decimals, times. */
const READERS = new Map<number, Read>([
  [16, readBoolean],
  [17, readBytes],
  ...[21, 23, 26, 700, 701].map((oid): [number, Read] => [oid, readNumber]),
  ...[114, 3802].map((oid): [number, Read] => [oid, readJson]),
]);

/** Arrays by their own number: booleans, whole numbers, floats, texts and identifiers, JSON. */
const ELEMENTS: [oids: number[], read: Read][] = [
  [[1000], readBoolean],
  [[1005, 1007, 1028, 1021, 1022], readNumber],
  [[1002, 1009, 1014, 1015, 1016, 2951], asText],
  [[199, 3807], readJson],
];
for (const [oids, read] of ELEMENTS)
  for (const oid of oids) READERS.set(oid, (text) => readArray(text, read));

/** What a value becomes that PostgreSQL wrote as text; `typeId` is the number of its type. */
export const readValue = (text: string | null, typeId: number): unknown =>
  text === null ? null : (READERS.get(typeId) ?? asText)(text);

/** An element in quotes, or one without; what separates them stands outside of both. */
const ELEMENT = /"((?:[^"\\]|\\.)*)"|[^{},"]+|[{}]/gs;

function readArray(text: string, read: Read): unknown[] {
  const open: unknown[][] = [[]];
  for (const [token, quoted] of text.replace(/^[^{]*=/, "").matchAll(ELEMENT)) {
    const inner = open.at(-1) ?? [];
    if (token === "{") open.push([]);
    else if (token === "}") open.at(-2)?.push(open.pop());
    else if (quoted !== undefined) inner.push(read(quoted.replace(/\\(.)/gs, "$1")));
    else inner.push(token === "NULL" ? null : read(token));
  }
  return open[0]?.[0] as unknown[];
}

/** A parameter as PostgreSQL reads text of any type. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${hexText(value)}`;
  if (Array.isArray(value)) return `{${value.map(elementText).join(",")}}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function elementText(value: unknown): string {
  const text = valueText(value);
  if (text === null) return "NULL";
  return Array.isArray(value) ? text : `"${text.replace(/["\\]/g, "\\$&")}"`;
}
