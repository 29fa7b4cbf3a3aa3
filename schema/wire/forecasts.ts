import * as z from "zod/mini";
import { FORECAST_OUTCOMES } from "../vocabulary.ts";
import { nextCursor, pageFields } from "./paging.ts";
import { someId } from "./text.ts";

const instant = z.iso.datetime();

export const ForecastsQuery = z.object({
  alert_id: z.optional(someId),
  sensor_id: z.optional(someId),
  outcome: z.optional(z.enum(FORECAST_OUTCOMES, { error: `must be one of ${FORECAST_OUTCOMES.join(", ")}` })),
  ...pageFields,
});
export type ForecastsQuery = z.output<typeof ForecastsQuery>;

/**
 * When a room was predicted to be at 32 °F while an alert about it was open; the first of each hour. `ended_at`:
 * when it froze, or the alert ended. `was_in_range`: true if it froze between the two ends; null if it hasn't
 * frozen.
 */
export const FreezeForecast = z.object({
  sensor_id: z.string(),
  alert_id: z.string(),
  made_at: instant,
  /** What the room was at then. */
  celsius: z.number(),
  freezes_at: instant,
  earliest_at: instant,
  /** Null for perhaps never. */
  latest_at: z.nullable(instant),
  outcome: z.enum(FORECAST_OUTCOMES),
  ended_at: z.nullable(instant),
  was_in_range: z.nullable(z.boolean()),
});

/** Newest first. */
export const ForecastList = z.object({ forecasts: z.array(FreezeForecast), next_cursor: nextCursor });
export type ForecastList = z.output<typeof ForecastList>;
