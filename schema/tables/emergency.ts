import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { CARD_PLACES, PHOTO_TYPES } from "../vocabulary.ts";
import { goesWith, moment } from "./columns.ts";
import { householdId, households } from "./household.ts";

/** What a home's people look for in an emergency. */
export const emergencyCards = pgTable("emergency_cards", {
  householdId: goesWith("household_id", () => households.id).primaryKey(),
  /** CardContent of schema/wire/account/emergency.ts. */
  card: jsonb("card").notNull(),
  /** True if the family page shows it. */
  isShared: boolean("is_shared").notNull(),
  /** Counts its changes: two who write at once do not overwrite each other. */
  version: integer("version").notNull(),
  updatedAt: moment("updated_at").notNull(),
});

/** Pictures of the card's places; the bytes are in the platform's store under `photos/{id}`. */
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
 * What is to be removed from the platform's store: a trigger writes it as a photo's row goes, its home's too; a photo that
 * is being stored stands here until its row does.
 */
export const removedObjects = pgTable(
  "removed_objects",
  { key: text("key").primaryKey(), removedAt: moment("removed_at").notNull() },
  (table) => [index("removed_objects_due").on(table.removedAt)],
);
