import * as z from "zod/mini";
import { SEVERITIES } from "../vocabulary.ts";
import { ALERT_OVERRIDES } from "./alert-settings.ts";
import { AlertEvidence } from "./alerts.ts";
import { DraftRule } from "./rules.ts";
import { instant, period, periodInOrder, someId } from "./text.ts";

const DRAFTS = ["rule", "freeze", "humidity", "leak"] as const;

/** Exactly one draft. Without `from` and `to`: the last 7 days. */
export const RuleSimulation = z
  .strictObject({
    sensor_id: someId,
    ...period,
    rule: z.optional(DraftRule),
    freeze: z.optional(ALERT_OVERRIDES.freeze),
    humidity: z.optional(ALERT_OVERRIDES.humidity),
    leak: z.optional(ALERT_OVERRIDES.leak),
  })
  .check(
    z.refine((asked) => DRAFTS.filter((draft) => asked[draft] !== undefined).length === 1, {
      error: `must have exactly one of ${DRAFTS.join(", ")}`,
    }),
    periodInOrder,
    z.meta({ oneOf: DRAFTS.map((draft) => ({ required: [draft] })) }),
  );

export const Firing = z.object({
  opened_at: instant,
  /** Null if it was still open at the end. */
  closed_at: z.nullable(instant),
  reason: z.nullable(z.string()),
  /** The highest severity that it had. */
  severity: z.enum(SEVERITIES),
  opening: z.nullable(AlertEvidence),
  peak: z.nullable(AlertEvidence),
  /** Notifications that it would have sent. */
  notices: z.int(),
});

export const RuleSimulationAnswer = z.object({
  firings: z.array(Firing),
  readings: z.int(),
  truncated: z.boolean(),
  from: instant,
  to: instant,
});
export type RuleSimulationAnswer = z.output<typeof RuleSimulationAnswer>;
