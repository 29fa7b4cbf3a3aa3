import * as z from "zod/mini";

const EPOCH_MS = /^\d{12,14}$/;

const error =
  "must be a date or an ISO 8601 time with its offset, such as 2026-11-20T10:00:00Z, or epoch milliseconds";

/** Year 0, and years past 9999, are written otherwise, and PostgreSQL refuses them. */
export const hasPlainYear = (at: Date): boolean => /^(?!0000)\d{4}-/.test(at.toISOString());

/**
 * A moment as people and programs write it: ISO 8601 with an offset, a date (its midnight in UTC), or epoch
 * milliseconds as Grafana sends them.
 */
export const givenInstant = z
  .pipe(
    z.union([z.string().check(z.regex(EPOCH_MS)), z.iso.datetime({ offset: true }), z.iso.date()], { error }),
    z.transform((text) => new Date(EPOCH_MS.test(text) ? Number(text) : text)),
  )
  .check(z.refine(hasPlainYear, { error }));

/** A stretch of time; `to` is not part of it. */
export const period = { from: z.optional(givenInstant), to: z.optional(givenInstant) };

export const periodInOrder = z.refine<{ from?: Date | undefined; to?: Date | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { error: "must not be after to", path: ["from"] },
);
