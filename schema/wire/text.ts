import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";

/** No control characters and no half surrogate pairs: PostgreSQL can't store them everywhere. */
export const STORABLE = /^[^\p{Cc}\p{Cs}]*$/u;

/**
 * Invisible characters, and those that reverse text or end a line, would let two names look alike, or like our messages. Joiners
 * and variation selectors of emoji and scripts stay.
 */
const UNSEEN = /[[\p{DI}\p{Zl}\p{Zp}]--[\u180b-\u180d\u200c\u200d\ufe00-\ufe0f\u{e0020}-\u{e007f}]]/gv;
const BLANK = /^[\p{DI}\s\u2800]*$/u;

/** Text that people read, trimmed and without invisible characters. */
export function shownText(charactersMin: number, charactersMax: number) {
  const error =
    charactersMin === 0
      ? `must be text of at most ${charactersMax} characters`
      : `must be text of ${charactersMin} to ${charactersMax} characters`;
  return z.string({ error }).check(
    z.overwrite((text: string) => (BLANK.test(text) ? "" : text.replace(UNSEEN, ""))),
    z.trim(),
    z.minLength(charactersMin, { error }),
    z.maxLength(charactersMax, { error }),
    z.regex(STORABLE, { error: `${error} without control characters` }),
  );
}

/** The name of a home, a key or a person. */
export const shownName = shownText(1, LIMITS.nameCharactersMax);

/** An id of ours, or what a caller takes for one. */
export const someId = shownText(1, LIMITS.idCharactersMax);

/** An id that a client chose. */
export const clientId = z
  .string({ error: "must be text" })
  .check(
    z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "must be 1 to 64 letters, digits, hyphens or underscores" }),
  );

export const yesNo = z.boolean({ error: "must be true or false" });

/** A change: fields that are omitted keep their value, and at least one must be present. */
export const changeOf = <Fields extends Readonly<Record<string, z.ZodMiniType>>>(fields: Fields) =>
  z.partial(z.strictObject(fields)).check(
    z.refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: `must have at least one of ${Object.keys(fields).join(", ")}`,
    }),
    z.meta({ minProperties: 1 }),
  );

/** An error for values that aren't objects. An unknown field still gets the error with its name. */
export const whereNoObject =
  (sentence: string): z.core.$ZodErrorMap =>
  (issue) =>
    issue.code === "invalid_type" ? sentence : undefined;

export const Ok = z.object({ ok: z.literal(true) });
export type Ok = z.output<typeof Ok>;

/** A moment in an answer. */
export const instant = z.iso.datetime();

const EPOCH_MS = /^\d{12,14}$/;

const error =
  "must be a date or an ISO 8601 time with its offset, such as 2026-11-20T10:00:00Z, or epoch milliseconds";

/** Years before 1 and after 9999 have another form, which PostgreSQL refuses. */
export const hasPlainYear = (at: Date): boolean => /^(?!0000)\d{4}-/.test(at.toISOString());

/**
 * A moment in a request: ISO 8601 with an offset, a date (midnight UTC), or epoch milliseconds as Grafana sends them.
 */
export const givenInstant = z
  .pipe(
    z.union([z.string().check(z.regex(EPOCH_MS)), z.iso.datetime({ offset: true }), z.iso.date()], { error }),
    z.transform((text) => new Date(EPOCH_MS.test(text) ? Number(text) : text)),
  )
  .check(z.refine(hasPlainYear, { error }));

/** A period from `from` (inclusive) to `to` (exclusive). */
export const period = { from: z.optional(givenInstant), to: z.optional(givenInstant) };

export const periodInOrder = z.refine<{ from?: Date | undefined; to?: Date | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { error: "must not be after to", path: ["from"] },
);

/** The page of a list: `cursor` is the previous page's `next_cursor`. */
export const pageFields = {
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.pageMax))),
  cursor: z.optional(z.string().check(z.maxLength(LIMITS.cursorCharactersMax))),
};

export const PageQuery = z.strictObject(pageFields);
export type PageQuery = z.output<typeof PageQuery>;

/** Null on the last page. */
export const nextCursor = z.nullable(z.string());
