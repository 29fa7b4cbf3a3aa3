import { knownUnit } from "../../kernel/units.ts";
import { identityOf } from "../foreign/names.ts";
import type { JsonObject } from "../json.ts";
import { READING_LIMITS } from "../limits.ts";

const SEPARATORS = ["\t", ";", ","];
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const COMMA_DECIMAL = /^[+-]?\d+,\d+$/;

/** Cells of a line; what is in quotes may hold the separator. */
const cellsOf = (line: string, separator: string): string[] => {
  const cells: string[] = [];
  let [cell, isQuoted] = ["", false];
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += character;
  }
  cells.push(cell.trim());
  // Where a comma separates no cells it stands in their numbers.
  return separator === ","
    ? cells
    : cells.map((one) => (COMMA_DECIMAL.test(one) ? one.replace(",", ".") : one));
};

/** `PM2.5(µg/m³)`: of a unit with a stroke a name keeps the end alone. Other units are read from the name itself. */
const WITH_UNIT = /^([^()[\]]{1,96})[ ]?[([]([^()[\]/]{1,8}\/[^()[\]]{1,8})[)\]]$/;

/** A cell by the name of its column; with the unit that the name ends in. */
const entryOf = (name: string, cell: string | undefined): [string, string | undefined] => {
  const [, plain, unit = ""] = WITH_UNIT.exec(name) ?? [];
  return plain === undefined || cell === undefined || !isNumber(cell) || knownUnit(unit) === null
    ? [name, cell]
    : [plain.trim(), `${cell} ${unit}`];
};

const isNumber = (cell: string): boolean => NUMBER.test(cell);

/** A log is written downwards, as a rule; its first column tells where it is not. */
const newestOf = (rows: string[][]): string[] | undefined => {
  const [first, last] = [rows[0], rows.at(-1)];
  return Date.parse(first?.[0] ?? "") > Date.parse(last?.[0] ?? "") ? first : last;
};

/** True if each line begins with a time that says its zone: a log, whose lines all count. */
const isTimed = (rows: string[][]): boolean =>
  rows.length <= READING_LIMITS.ingestReadingsMax &&
  rows.every(([first = ""]) => /(?:[zZ]|[+-]\d{2}:?\d{2}|^\d{10,13})$/.test(first));

/** A `#` that a separator follows is the number of a row. */
const COMMENT = /^#(?![ ]?[,;\t])/;

/** CSV as the JSON that says the same: the newest line of a table by the names of its head. */
export const readCsv = (text: string): JsonObject | JsonObject[] | null => {
  const lines = text.split(/\r?\n/).filter((line) => line !== "" && !COMMENT.test(line));
  const said = SEPARATORS.find((sign) => lines[0]?.includes(sign));
  // One column alone is a table only where it is quoted as such.
  if (said === undefined && !text.startsWith('"')) return null;
  const separator = said ?? ",";
  const all = lines.map((line) => cellsOf(line, separator));
  // What a logger writes of its file stands before the head.
  const [head = [], ...rows] = all.slice(all.findIndex(({ length }) => length === all.at(-1)?.length));
  const whole = rows.filter((row) => row.length === head.length && row.some(isNumber));
  const newest = newestOf(whole);
  if (head.some(isNumber) || newest === undefined) return null;
  const objectOf = (row: string[]): JsonObject =>
    Object.fromEntries(head.map((name, at) => entryOf(name, row[at])));
  if (whole.length > 1 && isTimed(whole)) return whole.map(objectOf);
  const { id, label } = identityOf(objectOf(newest));
  if (id === null && label === null) return objectOf(newest);
  const column = newest.indexOf(id ?? label ?? "");
  const byThing = Map.groupBy(whole, (row) => row[column]);
  return [...byThing.values()].map((those) => objectOf(newestOf(those) ?? newest));
};
