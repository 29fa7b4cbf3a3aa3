import { pgTable, text } from "drizzle-orm/pg-core";
import { PLANS } from "../vocabulary.ts";
import { moment } from "./columns.ts";

export const households = pgTable("households", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  plan: text("plan", { enum: PLANS }).notNull(),
  createdAt: moment("created_at").notNull(),
});
