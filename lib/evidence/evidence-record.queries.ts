import { and, desc, eq, lte, sql } from "drizzle-orm";
import { evidenceDocuments, evidenceKeys } from "../../schema/tables/evidence.ts";
import type { Db } from "../kernel/db.queries.ts";
import { insertSelect } from "../kernel/statements.queries.ts";
import type { ChainRow } from "./chain.ts";

type StoredKey = typeof evidenceKeys.$inferSelect;
export type StoredDocument = typeof evidenceDocuments.$inferSelect;

/** What of a document the chain is made of. */
const LINK = {
  id: evidenceDocuments.id,
  position: evidenceDocuments.position,
  day: evidenceDocuments.day,
  previous: evidenceDocuments.previous,
  digest: evidenceDocuments.digest,
};

/** The keys that ever signed, the newest first. */
export const listKeys = (db: Db, limit: number): Promise<StoredKey[]> =>
  db("repeatable", (queries) =>
    queries.select().from(evidenceKeys).orderBy(desc(evidenceKeys.generation)).limit(limit),
  );

export async function findKey(db: Db, kid: string): Promise<StoredKey | null> {
  const [key = null] = await db("repeatable", (queries) =>
    queries.select().from(evidenceKeys).where(eq(evidenceKeys.kid, kid)),
  );
  return key;
}

/** Does nothing where another one made this generation meanwhile. */
export async function addKey(db: Db, key: StoredKey): Promise<void> {
  await db("repeatable", (queries) => queries.insert(evidenceKeys).values(key).onConflictDoNothing());
}

/** The home's newest documents up to a position, oldest first. */
export async function listChain(
  db: Db,
  { householdId, upTo, limit }: { householdId: string; upTo: number; limit: number },
): Promise<ChainRow[]> {
  const rows = await db("repeatable", (queries) =>
    queries
      .select(LINK)
      .from(evidenceDocuments)
      .where(and(eq(evidenceDocuments.householdId, householdId), lte(evidenceDocuments.position, upTo)))
      .orderBy(desc(evidenceDocuments.position))
      .limit(limit),
  );
  return rows.toReversed();
}

/** The last document of the home; and, of its days, the last one whole. */
export async function findHead(db: Db, householdId: string): Promise<StoredDocument | null> {
  const [head = null] = await db("repeatable", (queries) =>
    queries
      .select()
      .from(evidenceDocuments)
      .where(eq(evidenceDocuments.householdId, householdId))
      .orderBy(desc(evidenceDocuments.position))
      .limit(1),
  );
  return head;
}

/** The documents of one day, in order. */
export const listDay = (db: Db, householdId: string, day: string): Promise<ChainRow[]> =>
  db("repeatable", (queries) =>
    queries
      .select(LINK)
      .from(evidenceDocuments)
      .where(and(eq(evidenceDocuments.householdId, householdId), eq(evidenceDocuments.day, day)))
      .orderBy(evidenceDocuments.position),
  );

/** The newest document of an alert with this content. */
export async function findIssued(
  db: Db,
  { householdId, alertId, content }: { householdId: string; alertId: string; content: string },
): Promise<StoredDocument | null> {
  const [issued = null] = await db("repeatable", (queries) =>
    queries
      .select()
      .from(evidenceDocuments)
      .where(
        and(
          eq(evidenceDocuments.alertId, alertId),
          eq(evidenceDocuments.householdId, householdId),
          eq(evidenceDocuments.content, content),
        ),
      )
      .orderBy(desc(evidenceDocuments.position))
      .limit(1),
  );
  return issued;
}

export async function findDocument(db: Db, id: string): Promise<StoredDocument | null> {
  const [found = null] = await db("repeatable", (queries) =>
    queries.select().from(evidenceDocuments).where(eq(evidenceDocuments.id, id)),
  );
  return found;
}

/** Whether it took its place: not where another document took it, or one before it is gone. */
export async function addDocument(db: Db, document: StoredDocument): Promise<boolean> {
  const { householdId, position } = document;
  const { rows } = await db("once", (queries) =>
    queries.execute(
      sql`${insertSelect(
        evidenceDocuments,
        document,
        sql`where coalesce((select max(place.position) from evidence_documents place
        where place.household_id = ${householdId}), 0) = ${position - 1}
        on conflict do nothing returning 1`,
      )}`,
    ),
  );
  return rows.length > 0;
}
