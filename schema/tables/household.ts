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
  /** Pro for everyone until then, whatever the plan. */
  trialEndsAt: moment("trial_ends_at"),
  /** When the plan last went from Pro to Free: its history stays whole for some days more. */
  downgradedAt: moment("downgraded_at"),
  /** The last day on which its history was cut to what its plan keeps. */
  historyCutOn: date("history_cut_on"),
  /** IANA name: notices and digests speak the home's own time. */
  timeZone: text("time_zone").notNull().default("UTC"),
  temperatureUnit: text("temperature_unit", { enum: HOUSEHOLD_UNITS }).notNull().default("F"),
  latitude: doublePrecision("latitude"),
  longitude: doublePrecision("longitude"),
  /** Spelt as the household does; counted by its lower case. */
  city: text("city"),
  /** True if the home takes part in the counts of its city. */
  shareCityAggregates: boolean("share_city_aggregates").notNull().default(false),
  snoozedUntil: moment("snoozed_until"),
  /** Set while on vacation; without an end it lasts until it is cleared. */
  vacationSince: moment("vacation_since"),
  vacationUntil: moment("vacation_until"),
  /** What the household sets otherwise than the defaults: Overrides of lib/alerts/settings.ts. */
  alertSettings: jsonb("alert_settings").notNull().default({}),
  /** The order of its rooms and their chosen icons: RoomSetting[] of lib/sharing/home-page/page-home.ts. */
  rooms: jsonb("rooms").notNull().default([]),
  /** From where it was opened, an IPv4 /24 or an IPv6 /48: young homes of one network share what costs. */
  openedNetwork: text("opened_network"),
  createdAt: moment("created_at").notNull(),
});

/** The column of what is a household's own and goes with it. */
export const householdId = () => goesWith("household_id", () => households.id);

export const memberships = pgTable(
  "memberships",
  {
    householdId: householdId(),
    userId: goesWith("user_id", () => users.id),
    role: text("role", { enum: ROLES }).notNull(),
    /** Channels and quiet hours of this person for this home; empty for email and push at any hour. */
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
    /** What the people of their homes call them; null until they say. */
    name: text("name"),
    /** In which messages are written to them. */
    language: text("language").$type<Language>().notNull().default("en"),
    /** In which they read temperatures; null for the home's. */
    temperatureUnit: text("temperature_unit").$type<HouseholdUnit>(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [uniqueIndex("users_email").on(table.email)],
);

/**
 * How many homes of a city that take part had an alert on a UTC day; there is no cell of only a few homes.
 */
export const cityAggregates = pgTable(
  "city_aggregates",
  {
    city: text("city").notNull(),
    day: date("day").notNull(),
    homes: integer("homes").notNull(),
    /** Shares of the homes, 0 to 1, to the tenth. */
    powerShare: real("power_share").notNull().default(0),
    heatingShare: real("heating_share").notNull().default(0),
    /** The lowest temperature in the homes' rooms, in whole °C; null where too few homes measure one. */
    lowestCelsius: real("lowest_celsius"),
  },
  (table) => [primaryKey({ columns: [table.city, table.day] })],
);
