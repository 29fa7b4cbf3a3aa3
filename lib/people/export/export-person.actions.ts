import type { Services } from "../../kernel/services.actions.ts";
import { tableTexts } from "./export-tables.actions.ts";
import { exportedTables } from "./places.ts";

/**
 * All that is kept about a person, in whatever home: who they are, where they are signed in, how they are reached, what
 * they did and what they were sent. One JSON document, as it is read.
 */
export async function* exportPerson(
  { db, clock }: Pick<Services, "db" | "clock">,
  person: { userId: string; email: string },
): AsyncGenerator<string> {
  yield `{"exported_at": ${JSON.stringify(clock())}, "data": {`;
  let separator = "\n";
  for (const { table, json } of await tableTexts(db, exportedTables("person"), person)) {
    yield `${separator}${JSON.stringify(table)}: `;
    yield* json;
    separator = ",\n";
  }
  yield "}}\n";
}
