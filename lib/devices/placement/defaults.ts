import type { Placement } from "../../../schema/vocabulary.ts";
import type { Overrides } from "../../alerts/settings.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/time.ts";

const fahrenheit = (value: number) => ({ value, unit: "°F" });
const percent = (value: number) => ({ value, unit: "%" });

const OFF = { enabled: false } as const;

/**
 * What a placement changes of the defaults, over the home's own settings and below the device's and the sensor's.
 * docs/alerts.md has this table with the sources of its numbers.
 */
export const PLACEMENT_DEFAULTS: Record<Placement, Overrides> = {
  room: {},
  // A shower is over in an hour; mould needs a day of damp.
  bathroom: { humidity: { high: percent(70), forMs: 6 * HOUR_MS } },
  kitchen: { humidity: { high: percent(70), forMs: 6 * HOUR_MS } },
  pipe: { humidity: OFF },
  unheated: {
    freeze: {
      warning: fahrenheit(33),
      critical: fahrenheit(25),
      vacationWarning: null,
      // It gets as cold as last time every cold week: news is what is colder than its last months, or a new season.
      reopenQuietMs: 60 * DAY_MS,
      worseBy: fahrenheit(8),
      remindMs: DAY_MS,
    },
    humidity: { high: percent(80), forMs: DAY_MS },
    forecast: { indoorLow: fahrenheit(25) },
    // It freezes and thaws with the weather: its limits say enough.
    time_to_freeze: OFF,
  },
  // A fridge that freezes spoils what is in it; it has nothing to do with pipes.
  fridge: {
    freeze: { warning: fahrenheit(28), critical: null, vacationWarning: null },
    humidity: OFF,
    forecast: { indoorLow: null },
    time_to_freeze: OFF,
    cold_storage: { warm: fahrenheit(45) },
  },
  freezer: {
    cold_storage: { warm: fahrenheit(15) },
    freeze: OFF,
    humidity: OFF,
    forecast: { indoorLow: null },
    time_to_freeze: OFF,
  },
  outdoor: { freeze: OFF, humidity: OFF, forecast: { indoorLow: null }, time_to_freeze: OFF },
  greenhouse: {
    freeze: {
      warning: fahrenheit(36),
      critical: fahrenheit(32),
      vacationWarning: null,
      reopenQuietMs: DAY_MS,
    },
    humidity: OFF,
    forecast: { indoorLow: null },
    time_to_freeze: OFF,
  },
};
