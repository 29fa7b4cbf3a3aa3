import * as z from "zod";
import { LIMITS } from "../limits.ts";

/** How much of a list: `cursor` is the `next_cursor` of the page before. */
export const pageFields = {
  limit: z.coerce
    .number({ error: "must be a number" })
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(LIMITS.pageMax, { error: `must be at most ${LIMITS.pageMax}` })
    .optional(),
  cursor: z
    .string()
    .max(LIMITS.cursorCharactersMax, { error: "must be the next_cursor of the page before" })
    .optional(),
};

export const PageQuery = z.object(pageFields);
export type PageQuery = z.output<typeof PageQuery>;

/** Null at the end of the list. */
export const nextCursor = z.string().nullable();
