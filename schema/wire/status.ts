import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { STATUS_COMPONENTS, STATUS_IMPACTS, STATUS_LEVELS, STATUS_NEWS_KINDS } from "../vocabulary.ts";
import { emailAddress } from "./account/sign-in.ts";
import { instant, shownText } from "./text.ts";

export const StatusSubscription = z.strictObject({ email: emailAddress });

/** Without a format, the example has flat keys, the native style. */
export const ExampleFeedQuery = z.strictObject({
  format: z.optional(z.enum(["senml", "homeassistant"])),
});

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
  bn: z.optional(z.string()),
  n: z.string(),
  u: z.optional(z.string()),
  v: z.optional(z.number()),
  vb: z.optional(z.boolean()),
});
const flat = z.object({
  temp1: z.number(),
  humidity1: z.number(),
  door1: z.boolean(),
  battery: z.number(),
});

/** Flat keys, a SenML pack, or a Home Assistant entity. */
export const ExampleFeed = z.union([flat, z.array(record), entity]);

const level = z.enum(STATUS_LEVELS);
const componentLevel = z.enum([...STATUS_LEVELS, "not_configured"]);
/** `updates` has its beginning, updates and end, oldest first. */
export const StatusIncidentItem = z.object({
  id: z.string(),
  title: z.string(),
  impact: z.enum(STATUS_IMPACTS),
  components: z.array(z.enum(STATUS_COMPONENTS)),
  opened_at: instant,
  closed_at: z.nullable(instant),
  updates: z.array(z.object({ kind: z.enum(STATUS_NEWS_KINDS), text: z.string(), at: instant })),
});
export type StatusIncidentItem = z.output<typeof StatusIncidentItem>;

/** `status` is the worst component's. `incidents` has those that are open, and those of the last days. */
export const SystemStatus = z.object({
  status: level,
  components: z.array(z.object({ name: z.enum(STATUS_COMPONENTS), status: componentLevel })),
  incidents: z.array(StatusIncidentItem),
  checked_at: instant,
});
export type SystemStatus = z.output<typeof SystemStatus>;

/** `ready` is true if the service can serve requests. It can without Redis: each instance then counts alone. */
export const Readiness = z.object({
  ready: z.boolean(),
  database: z.enum(["ok", "silent", "refused", "read_only"]),
  redis: z.enum(["ok", "silent", "not_configured"]),
});
export type Readiness = z.output<typeof Readiness>;

const text = shownText(1, LIMITS.statusTextCharactersMax);
/** A public incident. One without components changes no component's status. */
export const IncidentOpening = z.strictObject({
  title: shownText(1, LIMITS.statusTitleCharactersMax),
  text,
  impact: z.enum(STATUS_IMPACTS),
  components: z.pipe(
    z.array(z.enum(STATUS_COMPONENTS)).check(z.maxLength(STATUS_COMPONENTS.length)),
    z.transform((names) => [...new Set(names)]),
  ),
});
export type IncidentOpening = z.output<typeof IncidentOpening>;

export const IncidentUpdate = z.strictObject({ text });

/** The shape of the document itself, for the route that serves it. */
export const OpenApiDocument = z.looseObject({ openapi: z.literal("3.1.0") });
