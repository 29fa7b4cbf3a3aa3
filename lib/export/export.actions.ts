import { LIMITS } from "../../schema/limits.ts";
import { listDevices } from "../devices/devices.actions.ts";
import { openPhoto } from "../emergency/card.actions.ts";
import { findCard } from "../emergency/card.queries.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { ArchivedFile } from "../kernel/ports.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { PEOPLE_LIMITS } from "../people/limits.ts";
import { exportReadings } from "../readings/read-body.actions.ts";
import {
  type ExportOwner,
  type ExportRow,
  type ExportTable,
  findExportTables,
  readExportRows,
} from "./export.queries.ts";
import { type Exported, exportedTables } from "./places.ts";

const ABOUT = `Everything that Hearthwatch keeps about this home.

data/      a file for each kind of thing: devices, sensors, alerts with what was decided, rules, messages, activity
           and so on. Keys, tokens and what is sealed are left out: nothing in here opens anything.
photos/    the pictures of the emergency card.
readings/  a file for each device with every reading: as it came, then by quarter hour and hour as far as these are
           kept. Another one has its days.

What is kept about you as a person, in whatever home, has a download of its own in the settings.
`;

/** Streams the files of a home's export, one after the other. */
export async function* exportArchive(services: Services, householdId: string): AsyncGenerator<ArchivedFile> {
  yield { path: "README.txt", text: once(ABOUT) };
  for (const { table, json } of await tableTexts(services.db, exportedTables("home"), { householdId }))
    yield { path: `data/${table}.json`, text: json };
  for (const { id, place, type } of (await findCard(services.db, householdId)).photos) {
    const opened = await openPhoto(services, householdId, id);
    if (opened.ok)
      yield {
        path: `photos/${place} ${id}.${type === "image/png" ? "png" : "jpg"}`,
        text: once(opened.value.bytes),
      };
  }
  const devices = await listDevices(services, householdId, { limit: LIMITS.pageMax });
  if (!devices.ok) return;
  for (const { id, name } of devices.value.devices) {
    for (const resolution of ["raw", "1d"] as const) {
      const made = await exportReadings(services, {
        householdId,
        sensorIds: [],
        deviceId: id,
        key: undefined,
        from: new Date(0),
        to: undefined,
        cursor: undefined,
        resolution,
      });
      if (made.ok) yield { path: pathOf(name, id, resolution), text: made.value.lines };
    }
  }
}

/** Reduces a name, which may hold any character, to those that are valid in a path on every system. */
function pathOf(name: string, id: string, resolution: "raw" | "1d"): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9 _-]+/g, "")
    .trim()
    .slice(0, 40);
  return `readings/${[plain, id].filter(Boolean).join(" ")}${resolution === "1d" ? " days" : ""}.csv`;
}

async function* once<T>(text: T): AsyncGenerator<T> {
  yield text;
}

/** Returns each table's rows as the text of a JSON array, read page by page. */
async function tableTexts(db: Db, tables: readonly Exported[], owner: ExportOwner) {
  const found = await findExportTables(db, tables);
  return found.map((table) => ({ table: table.table, json: listText(db, table, owner) }));
}

async function* listText(db: Db, table: ExportTable, owner: ExportOwner): AsyncGenerator<string> {
  yield "[";
  let isFirst = true;
  for (let after: ExportRow | null = null; ; ) {
    const rows: ExportRow[] = await readExportRows(db, table, owner, after);
    if (rows.length > 0) yield `${isFirst ? "" : ","}\n${rows.map((row) => JSON.stringify(row)).join(",\n")}`;
    isFirst &&= rows.length === 0;
    after = rows.at(-1) ?? null;
    if (rows.length < PEOPLE_LIMITS.exportRowsPage) break;
  }
  yield "\n]\n";
}

/**
 * Streams everything we keep about a person, in all homes, as one JSON document: profile, signed-in devices, contacts,
 * activity and messages.
 */
export async function* exportPerson({ db, clock }: CoreServices, person: { userId: string; email: string }) {
  yield `{"exported_at": ${JSON.stringify(clock())}, "data": {`;
  let separator = "\n";
  for (const { table, json } of await tableTexts(db, exportedTables("person"), person)) {
    yield `${separator}${JSON.stringify(table)}: `;
    yield* json;
    separator = ",\n";
  }
  yield "}}\n";
}
