import { date, integer, pgTable, primaryKey, real, text } from "drizzle-orm/pg-core";

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
