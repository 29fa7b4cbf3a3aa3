import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

// After the kit: takes the schema's name out of the migrations, and its snapshots of older migrations away: it compares
// with the newest.
const FOLDER = path.resolve(import.meta.dirname, "../drizzle");

/** The kit names the schema that references point into; all that there is may live in a schema of any name. */
for (const name of readdirSync(FOLDER).filter((each) => each.endsWith(".sql"))) {
  const file = path.join(FOLDER, name);
  const migration = readFileSync(file, "utf8");
  const bare = migration.replaceAll('"public".', "");
  if (bare !== migration) writeFileSync(file, bare);
}

const meta = path.join(FOLDER, "meta");
const snapshots = readdirSync(meta).filter((name) => name.endsWith("_snapshot.json"));
for (const name of snapshots.toSorted().slice(0, -1)) rmSync(path.join(meta, name));
