import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";

/** How much of a list: `cursor` is the `next_cursor` of the page before. */
export const pageFields = {
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.pageMax))),
  cursor: z.optional(z.string().check(z.maxLength(LIMITS.cursorCharactersMax))),
};

export const PageQuery = z.strictObject(pageFields);
export type PageQuery = z.output<typeof PageQuery>;

/** Null at the end of the list. */
export const nextCursor = z.nullable(z.string());
