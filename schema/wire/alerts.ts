import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { ALERT_KINDS, HEATING_ANSWERS, SEVERITIES } from "../vocabulary.ts";
import { givenInstant } from "./instant.ts";
import { nextCursor, pageFields } from "./paging.ts";
import { reasonFields } from "./reason.ts";
import { someId } from "./text.ts";

const instant = z.iso.datetime();
/** Asks by the time of opening, `from` ≤ time < `to`. */
export const AlertsQuery = z
  .object({
    state: z.enum(["open", "closed", "all"], { error: "must be open, closed or all" }).default("all"),
    kind: z.enum(ALERT_KINDS, { error: `must be one of ${ALERT_KINDS.join(", ")}` }).optional(),
    from: givenInstant.optional(),
    to: givenInstant.optional(),
    ...pageFields,
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: "must not be after to",
    path: ["from"],
  });
export type AlertsQuery = z.output<typeof AlertsQuery>;

/** Answers the question about the heating. `hours`: for how long that explains it; 24, or 3 for a door. */
export const QuestionAnswer = z
  .strictObject({
    answer: z.enum(HEATING_ANSWERS, { error: `must be one of ${HEATING_ANSWERS.join(", ")}` }),
    hours: z
      .number()
      .int({ error: "must be a whole number" })
      .min(1, { error: "must be at least 1" })
      .max(LIMITS.answerHoursMax, { error: `must be at most ${LIMITS.answerHoursMax}` })
      .optional(),
  })
  .refine(({ answer, hours }) => answer !== "no" || hours === undefined, {
    error: 'must be left out where the answer is "no"',
    path: ["hours"],
  });
export type QuestionAnswer = z.output<typeof QuestionAnswer>;

const alertFields = {
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  severity: z.enum(SEVERITIES),
  state: z.enum(["open", "closed"]),
  title: z.string(),
  device_id: z.string().nullable(),
  sensor_id: z.string().nullable(),
  opened_at: instant,
  closed_at: instant.nullable(),
  close_reason: z.string().nullable(),
  acknowledged_at: instant.nullable(),
  acknowledged_by: z.string().nullable(),
  /** The alert that speaks for this one: then nobody is paged by it. */
  incident_id: z.string().nullable(),
  /** How long it lasted, or has lasted until now. */
  duration_seconds: z.number().int(),
};

export const Alert = z.object(alertFields);
export type Alert = z.output<typeof Alert>;

export const AlertAnswer = z.object({ alert: Alert });
export type AlertAnswer = z.output<typeof AlertAnswer>;

/** Newest first. */
export const AlertList = z.object({ alerts: z.array(Alert), next_cursor: nextCursor });
export type AlertList = z.output<typeof AlertList>;

/** What was measured: in an outage the minutes of silence, for time_to_freeze the hours left. */
export const AlertEvidence = z.object({
  value: z.number(),
  unit: z.string().nullable(),
  at: instant,
  sensor_id: z.string().nullable(),
  device_id: z.string().nullable(),
  more: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

/** `held_by`: why it wasn't notified. */
export const AlertFinding = z.object({
  transition: z.string(),
  at: instant,
  severity: z.enum(SEVERITIES),
  /** A sentence in English, and below it what it is made of. */
  why: z.string(),
  ...reasonFields,
  evidence: AlertEvidence.nullable(),
  limit: z
    .object({
      name: z.string(),
      is: z.string(),
      value: z.number(),
      unit: z.string().nullable(),
      for_minutes: z.number(),
    })
    .nullable(),
  held_by: z.string().nullable(),
  told_at: instant.nullable(),
});

export const AlertWithFindings = z.object({
  alert: z.object({ ...alertFields, findings: z.array(AlertFinding) }),
});
export type AlertWithFindings = z.output<typeof AlertWithFindings>;

/** The member who takes care of it from now on. */
export const HandOver = z.strictObject({ user_id: someId });
export type HandOver = z.output<typeof HandOver>;
