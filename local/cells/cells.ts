// npm run cells -- found NAME [--from SCHEMA], npm run cells -- move HOME --from SCHEMA --to SCHEMA
import { parseArgs } from "node:util";
import { StartError } from "../start/start-error.ts";
import { foundCell } from "./found-cell.ts";
import { moveBetween } from "./move-between.ts";
import { moveHome } from "./move-home.ts";
import { CellError } from "./place.ts";

const USAGE = `Usage: npm run cells -- found NAME [--from SCHEMA]
       npm run cells -- move HOME --from SCHEMA --to SCHEMA
DATABASE_URL names the database, as its owner. OTHER_DATABASE_URL names that of the new cell, or the one to move to,
where it is another.`;

const { values, positionals } = parseArgs({
  options: { from: { type: "string", default: "public" }, to: { type: "string" } },
  allowPositionals: true,
});

try {
  console.log(await run(positionals));
} catch (error) {
  if (!(error instanceof CellError || error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run([verb, subject, ...more]: string[]): Promise<string> {
  const { DATABASE_URL: url, OTHER_DATABASE_URL: other } = process.env;
  const { from, to } = values;
  if (url === undefined || subject === undefined || more.length > 0) throw new CellError(USAGE);
  if (verb === "found" && to === undefined) {
    await foundCell(url, subject, { from, at: other });
    return `The cell ${subject} takes homes.`;
  }
  if (verb !== "move" || to === undefined) throw new CellError(USAGE);
  const { rows, isThereAlready } =
    other === undefined
      ? await moveHome(url, { home: subject, from, to })
      : await moveBetween({
          home: subject,
          from: { url, schema: from },
          to: { url: other, schema: to },
        });
  return isThereAlready
    ? `${subject} is in ${to} already.`
    : `${subject} is in ${to} now, with ${rows} rows.`;
}
