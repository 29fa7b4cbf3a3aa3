import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { CARD_PLACES, PHOTO_TYPES } from "../vocabulary.ts";
import { goesWith, moment } from "./columns.ts";
import { householdId, households } from "./household.ts";

/** A home's emergency card: what its people need to find in an emergency. */
export const emergencyCards = pgTable("emergency_cards", {
  householdId: goesWith("household_id", () => households.id).primaryKey(),
  /** CardContent of schema/wire/account/emergency.ts. */
  card: jsonb("card").notNull(),
  /** True if the family page shows it. */
  isShared: boolean("is_shared").notNull(),
  /** Counts changes, so that two concurrent ones don't overwrite each other. */
  version: integer("version").notNull(),
  updatedAt: moment("updated_at").notNull(),
});

/** Pictures of the card's places; the bytes are in the platform's object store under `photos/{id}`. */
export const cardPhotos = pgTable(
  "card_photos",
  {
    id: text("id").primaryKey(),
    householdId: householdId(),
    place: text("place", { enum: CARD_PLACES }).notNull(),
    type: text("type", { enum: PHOTO_TYPES }).notNull(),
    bytes: integer("bytes").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [index("card_photos_household").on(table.householdId, table.createdAt)],
);

/**
 * Objects to remove from the platform's store. A trigger adds one when a photo's row is deleted, with its home as well.
 * A photo being uploaded is listed here until its row exists.
 */
export const removedObjects = pgTable(
  "removed_objects",
  { key: text("key").primaryKey(), removedAt: moment("removed_at").notNull() },
  (table) => [index("removed_objects_due").on(table.removedAt)],
);
