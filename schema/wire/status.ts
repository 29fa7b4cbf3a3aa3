import * as z from "zod";
import { LIMITS } from "../limits.ts";

const error = "must be an email address";

export const StatusSubscription = z.object({
  email: z
    .string({ error })
    .trim()
    .toLowerCase()
    .max(LIMITS.emailCharactersMax, { error })
    .pipe(z.email({ error })),
});
export type StatusSubscription = z.output<typeof StatusSubscription>;

/** Without a format: flat keys, the native style. */
export const ExampleFeedQuery = z.object({
  format: z.enum(["senml", "homeassistant"], { error: "must be senml or homeassistant" }).optional(),
});
export type ExampleFeedQuery = z.output<typeof ExampleFeedQuery>;

const entity = z.object({
  entity_id: z.string(),
  state: z.string(),
  attributes: z.object({
    unit_of_measurement: z.string(),
    device_class: z.string(),
    friendly_name: z.string(),
  }),
});
const record = z.object({
  bn: z.string().optional(),
  n: z.string(),
  u: z.string().optional(),
  v: z.number().optional(),
  vb: z.boolean().optional(),
});
const flat = z.object({
  temp1: z.number(),
  humidity1: z.number(),
  door1: z.boolean(),
  battery: z.number(),
});

/** Flat keys, a SenML pack, or a Home Assistant entity. */
export const ExampleFeed = z.union([flat, z.array(record), entity]);
export type ExampleFeed = z.output<typeof ExampleFeed>;
