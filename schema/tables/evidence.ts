import { date, index, integer, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, pgTable } from "./columns.ts";
import { householdId } from "./household.ts";

/**
 * Keys that documents of evidence are signed with, the newest generation now. A public key stays for ever: what it once
 * signed can be checked.
 */
export const evidenceKeys = pgTable("evidence_keys", {
  generation: integer("generation").primaryKey(),
  /** The first 16 hexadecimal digits of the public key's SHA-256. */
  kid: text("kid").notNull().unique(),
  /** The 32 bytes of an Ed25519 key, base64url. */
  publicKey: text("public_key").notNull(),
  /** PKCS #8, in the vault's form. */
  sealedPrivateKey: text("sealed_private_key").notNull(),
  createdAt: moment("created_at").notNull(),
});

/** What was signed for a home, by its digest alone: a chain in which each day holds the hash of the day before. */
export const evidenceDocuments = pgTable(
  "evidence_documents",
  {
    householdId: householdId(),
    /** Counts the home's documents from 1 without a gap. */
    position: integer("position").notNull(),
    id: text("id").notNull().unique(),
    /** Not a reference: the record of a document outlives its alert. */
    alertId: text("alert_id").notNull(),
    /** The day in UTC, never before that of the document before. */
    day: date("day").notNull(),
    /** The hash of the last day before it with documents; null on the first. */
    previous: text("previous"),
    /** SHA-256 of the content, without the number, time, key and place of this document. */
    content: text("content").notNull(),
    /** SHA-256 of the signed text. */
    digest: text("digest").notNull(),
    kid: text("kid").notNull(),
    issuedAt: moment("issued_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.householdId, table.position] }),
    index("evidence_documents_digest").on(table.digest),
    index("evidence_documents_alert").on(table.alertId),
  ],
);
