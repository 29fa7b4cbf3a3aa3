import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { HOUSEHOLD_UNITS, type HouseholdUnit, type Language, PLANS, ROLES } from "../vocabulary.ts";
import { goesWith, moment } from "./columns.ts";

export const households = pgTable("households", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  plan: text("plan", { enum: PLANS }).notNull(),
  /** The end of the trial: until then every home has Pro, whatever its plan. */
  trialEndsAt: moment("trial_ends_at"),
  /** When the plan last went from Pro to Free. The full history is kept for some days after that. */
  downgradedAt: moment("downgraded_at"),
  /** The last day on which its history was cut to what its plan keeps. */
  historyCutOn: date("history_cut_on"),
  /** IANA name. Notifications and digests use the home's own time. */
  timeZone: text("time_zone").notNull().default("UTC"),
  temperatureUnit: text("temperature_unit", { enum: HOUSEHOLD_UNITS }).notNull().default("F"),
  latitude: doublePrecision("latitude"),
  longitude: doublePrecision("longitude"),
  /** Spelled as the household does; compared in lower case. */
  city: text("city"),
  /** True if the home takes part in its city's figures. */
  shareCityAggregates: boolean("share_city_aggregates").notNull().default(false),
  snoozedUntil: moment("snoozed_until"),
  /** Set while on vacation. Without an end it lasts until it is cleared. */
  vacationSince: moment("vacation_since"),
  vacationUntil: moment("vacation_until"),
  /** The household's differences from the defaults: Overrides of lib/alerts/settings.ts. */
  alertSettings: jsonb("alert_settings").notNull().default({}),
  /** The order of its rooms and their chosen icons: RoomSetting[] of lib/sharing/home-page/page-home.ts. */
  rooms: jsonb("rooms").notNull().default([]),
  /** The network that created it, an IPv4 /24 or IPv6 /48: new homes of a network share limits on what costs money. */
  openedNetwork: text("opened_network"),
  createdAt: moment("created_at").notNull(),
});

/** The column of rows that belong to a household and are deleted with it. */
export const householdId = () => goesWith("household_id", () => households.id);

export const memberships = pgTable(
  "memberships",
  {
    householdId: householdId(),
    userId: goesWith("user_id", () => users.id),
    role: text("role", { enum: ROLES }).notNull(),
    /** This person's channels and quiet hours in this home; empty for email and push at any time. */
    notifications: jsonb("notifications").notNull().default({}),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.householdId, table.userId] }),
    index("memberships_user").on(table.userId),
  ],
);

export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    /** Lower case. */
    email: text("email").notNull(),
    /** The name that others in their homes see; null until they set it. */
    name: text("name"),
    /** The language of messages to them. */
    language: text("language").$type<Language>().notNull().default("en"),
    /** The unit of temperatures shown to them; null for the home's. */
    temperatureUnit: text("temperature_unit").$type<HouseholdUnit>(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [uniqueIndex("users_email").on(table.email)],
);

/** The alerts of a city's participating homes on a UTC day. A city with only a few homes has no row. */
export const cityAggregates = pgTable(
  "city_aggregates",
  {
    city: text("city").notNull(),
    day: date("day").notNull(),
    homes: integer("homes").notNull(),
    /** Shares of the homes, from 0 to 1, rounded to tenths. */
    powerShare: real("power_share").notNull().default(0),
    heatingShare: real("heating_share").notNull().default(0),
    /** The lowest temperature in the homes' rooms, in whole °C; null if too few homes measure one. */
    lowestCelsius: real("lowest_celsius"),
  },
  (table) => [primaryKey({ columns: [table.city, table.day] })],
);
