import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";

/** Neither control characters nor half a surrogate pair: PostgreSQL can store neither of them everywhere. */
export const STORABLE = /^[^\p{Cc}\p{Cs}]*$/u;

/** Nothing to see, or what turns text around: two names would look alike. The joiners of emoji and scripts stay. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Text that a person reads, trimmed and without what nobody sees. */
export function shownText(charactersMin: number, charactersMax: number) {
  const error =
    charactersMin === 0
      ? `must be text of at most ${charactersMax} characters`
      : `must be text of ${charactersMin} to ${charactersMax} characters`;
  return z.string({ error }).check(
    z.overwrite((text: string) => text.replace(UNSEEN, "")),
    z.trim(),
    z.minLength(charactersMin, { error }),
    z.maxLength(charactersMax, { error }),
    z.regex(STORABLE, { error: `${error} without control characters` }),
  );
}

/** What people call a home, a key or a person. */
export const shownName = shownText(1, LIMITS.nameCharactersMax);

/** An id of ours, or what somebody takes for one. */
export const someId = shownText(1, LIMITS.idCharactersMax);

/** An id that a client chose. */
export const clientId = z
  .string({ error: "must be text" })
  .check(
    z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "must be 1 to 64 letters, digits, hyphens or underscores" }),
  );

export const yesNo = z.boolean({ error: "must be true or false" });

/** What is left out stays, and one field at least is there. */
export const changeOf = <Fields extends Readonly<Record<string, z.ZodMiniType>>>(fields: Fields) =>
  z.partial(z.strictObject(fields)).check(
    z.refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: `must have at least one of ${Object.keys(fields).join(", ")}`,
    }),
    z.meta({ minProperties: 1 }),
  );

/** An object's own sentence for a value that isn't an object: an unknown field gets an error with its name. */
export const whereNoObject =
  (sentence: string): z.core.$ZodErrorMap =>
  (issue) =>
    issue.code === "invalid_type" ? sentence : undefined;

export const Ok = z.object({ ok: z.literal(true) });
export type Ok = z.output<typeof Ok>;

/** A moment as answers say it. */
export const instant = z.iso.datetime();

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

/** How much of a list: `cursor` is the `next_cursor` of the page before. */
export const pageFields = {
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.pageMax))),
  cursor: z.optional(z.string().check(z.maxLength(LIMITS.cursorCharactersMax))),
};

export const PageQuery = z.strictObject(pageFields);
export type PageQuery = z.output<typeof PageQuery>;

/** Null at the end of the list. */
export const nextCursor = z.nullable(z.string());
