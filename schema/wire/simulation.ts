import * as z from "zod";
import { SEVERITIES } from "../vocabulary.ts";
import { ALERT_OVERRIDES } from "./alert-settings.ts";
import { AlertEvidence } from "./alerts.ts";
import { DraftRule } from "./rules.ts";
import { someId } from "./text.ts";

const instant = z.iso.datetime();
const moment = z.iso
  .datetime({ offset: true, error: "must be an ISO 8601 time" })
  .transform((text) => new Date(text));

const DRAFTS = ["rule", "freeze", "humidity", "leak"] as const;

/** Exactly one draft. Without `from` and `to`: the last 7 days. */
export const RuleSimulation = z
  .strictObject({
    sensor_id: someId,
    from: moment.optional(),
    to: moment.optional(),
    rule: DraftRule.optional(),
    freeze: ALERT_OVERRIDES.freeze.optional(),
    humidity: ALERT_OVERRIDES.humidity.optional(),
    leak: ALERT_OVERRIDES.leak.optional(),
  })
  .refine((asked) => DRAFTS.filter((draft) => asked[draft] !== undefined).length === 1, {
    error: `must have exactly one of ${DRAFTS.join(", ")}`,
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: "must not be after to",
    path: ["from"],
  })
  .meta({ oneOf: DRAFTS.map((draft) => ({ required: [draft] })) });
export type RuleSimulation = z.output<typeof RuleSimulation>;

export const Firing = z.object({
  opened_at: instant,
  /** Null where it was still open at the end. */
  closed_at: instant.nullable(),
  reason: z.string().nullable(),
  /** The gravest it was. */
  severity: z.enum(SEVERITIES),
  opening: AlertEvidence.nullable(),
  peak: AlertEvidence.nullable(),
  /** Notices that would have been sent. */
  notices: z.number().int(),
});

export const RuleSimulationAnswer = z.object({
  firings: z.array(Firing),
  readings: z.number().int(),
  truncated: z.boolean(),
  from: instant,
  to: instant,
});
export type RuleSimulationAnswer = z.output<typeof RuleSimulationAnswer>;
