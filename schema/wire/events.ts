import * as z from "zod/mini";
import { ALERT_KINDS, SEVERITIES, TRANSITIONS } from "../vocabulary.ts";
import { instant } from "./text.ts";

/**
 * A change of one alert. The names are the home's own, and null if the alert isn't about a sensor or device.
 * Temperatures are in the recipient's unit. `url` opens the alert's page for the webhook's owner without signing in.
 */
export const AlertNews = z.object({
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  transition: z.enum(TRANSITIONS),
  severity: z.enum(SEVERITIES),
  headline: z.string(),
  sensor_id: z.nullable(z.string()),
  sensor: z.nullable(z.string()),
  device_id: z.nullable(z.string()),
  device: z.nullable(z.string()),
  space: z.nullable(z.string()),
  value: z.nullable(z.number()),
  unit: z.nullable(z.string()),
  at: instant,
  url: z.string(),
});
export type AlertNews = z.output<typeof AlertNews>;

/** One or more alerts of a home, the worst first; `timestamp` is that of the latest. */
export const AlertsChangedEvent = z.object({
  type: z.literal("alerts.changed"),
  timestamp: instant,
  data: z.object({ home: z.string(), alerts: z.array(AlertNews).check(z.minLength(1)) }),
});
export type AlertsChangedEvent = z.output<typeof AlertsChangedEvent>;

/** Sent by "Send a test message". */
export const TestEvent = z.object({
  type: z.literal("test"),
  timestamp: instant,
  data: z.object({ subject: z.string(), text: z.string() }),
});
export type TestEvent = z.output<typeof TestEvent>;

/** Every event that webhooks are called with, by its type. Programs match these names, so they never change. */
export type OutgoingEvent = AlertsChangedEvent | TestEvent;
export const OUTGOING_EVENTS = {
  "alerts.changed": AlertsChangedEvent,
  test: TestEvent,
} as const satisfies Record<OutgoingEvent["type"], z.ZodMiniType>;
