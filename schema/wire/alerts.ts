import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { ALERT_KINDS, HEATING_ANSWERS, SEVERITIES } from "../vocabulary.ts";
import { reasonFields } from "./reason.ts";
import { instant, nextCursor, pageFields, period, periodInOrder, someId } from "./text.ts";

/** Filters by the time of opening: `from` ≤ time < `to`. */
export const AlertsQuery = z
  .strictObject({
    state: z._default(z.enum(["open", "closed", "all"]), "all"),
    kind: z.optional(z.enum(ALERT_KINDS)),
    ...period,
    ...pageFields,
  })
  .check(periodInOrder);
export type AlertsQuery = z.output<typeof AlertsQuery>;

/** An answer about the heating. `hours`: how long it explains the cold; by default 24, or 3 for a door. */
export const QuestionAnswer = z
  .strictObject({
    answer: z.enum(HEATING_ANSWERS),
    hours: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.answerHoursMax))),
  })
  .check(
    z.refine(({ answer, hours }) => answer !== "no" || hours === undefined, {
      error: 'must be left out where the answer is "no"',
      path: ["hours"],
    }),
  );
export type QuestionAnswer = z.output<typeof QuestionAnswer>;

export const Alert = z.object({
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  severity: z.enum(SEVERITIES),
  state: z.enum(["open", "closed"]),
  title: z.string(),
  device_id: z.nullable(z.string()),
  sensor_id: z.nullable(z.string()),
  opened_at: instant,
  closed_at: z.nullable(instant),
  close_reason: z.nullable(z.string()),
  acknowledged_at: z.nullable(instant),
  acknowledged_by: z.nullable(z.string()),
  /** The alert that speaks for this one, which then notifies nobody. */
  incident_id: z.nullable(z.string()),
  /** The time from its opening to its end, or until now. */
  duration_seconds: z.int(),
});
export type Alert = z.output<typeof Alert>;

export const AlertAnswer = z.object({ alert: Alert });

/** Newest first. */
export const AlertList = z.object({ alerts: z.array(Alert), next_cursor: nextCursor });

/** The measurement: for an outage the minutes without a reading, for time_to_freeze the hours left. */
export const AlertEvidence = z.object({
  value: z.number(),
  unit: z.nullable(z.string()),
  at: instant,
  sensor_id: z.nullable(z.string()),
  device_id: z.nullable(z.string()),
  more: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

/** `held_by` is the reason why it wasn't notified. */
export const AlertFinding = z.object({
  transition: z.string(),
  at: instant,
  severity: z.enum(SEVERITIES),
  /** A sentence in English. The fields below contain its parts. */
  why: z.string(),
  ...reasonFields,
  evidence: z.nullable(AlertEvidence),
  limit: z.nullable(
    z.object({
      name: z.string(),
      is: z.string(),
      value: z.number(),
      unit: z.nullable(z.string()),
      for_minutes: z.number(),
    }),
  ),
  held_by: z.nullable(z.string()),
  told_at: z.nullable(instant),
});

export const AlertWithFindings = z.object({ alert: z.extend(Alert, { findings: z.array(AlertFinding) }) });
export type AlertWithFindings = z.output<typeof AlertWithFindings>;

/** Assigns the alert to a member. */
export const HandOver = z.strictObject({ user_id: someId });
