import { knownUnit } from "../../kernel/units.ts";
import { seriesOf } from "../foreign/lists.ts";
import { identityOf } from "../foreign/names.ts";
import type { JsonObject } from "../json.ts";
import { momentSaid } from "../own-time.ts";
import { readNumber } from "../values.ts";

const SEPARATORS = ["\t", ";", ","];
const COMMA_DECIMAL = /^[+-]?\d+,\d+$/;

const isNumber = (cell: string): boolean => readNumber(cell) !== null;

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

/** A `#` that a separator follows is the number of a row. */
const COMMENT = /^#(?![ ]?[,;\t])/;

/** CSV as the JSON that says the same: the lines of a table by the names of its head, of each thing its newest or, where each says when it was, all. */
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
  if (head.some(isNumber) || whole.length === 0) return null;
  // Whatever the first column is called.
  if (whole.every(([first = ""]) => /^\d/.test(first) && !Number.isNaN(momentSaid(first, false))))
    head[0] = "time";
  const objects = whole.map(
    (row): JsonObject => Object.fromEntries(head.map((name, at) => entryOf(name, row[at]))),
  );
  const things = Map.groupBy(objects, (object) => JSON.stringify(identityOf(object)));
  const counted = [...things.values()].flatMap(seriesOf).map(({ item }) => item);
  return counted.length === 1 ? (counted[0] ?? null) : counted;
};
