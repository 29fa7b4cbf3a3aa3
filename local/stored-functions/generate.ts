import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { constantsSql } from "./constants.ts";
import { carriedStatements, migrationText, storedStatements } from "./source.ts";

// Takes the schema's name out of the migrations, writes schema/sql/constants.sql and appends to drizzle/ what has
// changed in schema/sql since its last migration. The kit's snapshots of older migrations go: it compares with the newest.
const ROOT = path.resolve(import.meta.dirname, "../..");
const KIT = path.join(ROOT, "node_modules/drizzle-kit/bin.cjs");

nameNoSchema();
writeFileSync(path.join(ROOT, "schema/sql/constants.sql"), constantsSql());
const text = migrationText(carriedStatements(), storedStatements());
if (text === null) console.log("The stored functions have not changed.");
else console.log(`The stored functions that have changed are in ${appendMigration(text)}.`);
keepNewestSnapshot();

function appendMigration(migration: string): string {
  execFileSync(process.execPath, [KIT, "generate", "--custom", "--name", "stored_functions"], { cwd: ROOT });
  const journal = readFileSync(path.join(ROOT, "drizzle/meta/_journal.json"), "utf8");
  const tag = /"tag": "(\w+)"(?![\s\S]*"tag")/.exec(journal)?.[1];
  const file = `drizzle/${tag}.sql`;
  writeFileSync(path.join(ROOT, file), migration);
  return file;
}

/** The kit names the schema that references point into; all that there is may live in a schema of any name. */
function nameNoSchema(): void {
  const folder = path.join(ROOT, "drizzle");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".sql"))) {
    const migration = readFileSync(path.join(folder, file), "utf8");
    const bare = migration.replaceAll('"public".', "");
    if (bare !== migration) writeFileSync(path.join(folder, file), bare);
  }
}

function keepNewestSnapshot(): void {
  const folder = path.join(ROOT, "drizzle/meta");
  const snapshots = readdirSync(folder).filter((name) => /^\d+_snapshot\.json$/.test(name));
  for (const name of snapshots.sort().slice(0, -1)) rmSync(path.join(folder, name));
}
