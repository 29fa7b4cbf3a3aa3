import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { STATUS_COMPONENTS, STATUS_LEVELS } from "../vocabulary.ts";

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

const level = z.enum(STATUS_LEVELS);
const instant = z.iso.datetime();

/** `status` is that of the worst component; `incidents` are those that last, and those of the last days. */
export const SystemStatus = z.object({
  status: level,
  components: z.array(z.object({ name: z.enum(STATUS_COMPONENTS), status: level })),
  incidents: z.array(
    z.object({ id: z.string(), title: z.string(), opened_at: instant, closed_at: instant.nullable() }),
  ),
  checked_at: instant,
});
export type SystemStatus = z.output<typeof SystemStatus>;
