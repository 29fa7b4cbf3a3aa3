import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { shownText } from "./text.ts";

/** `at`: a date and a time of the home's own clock, as a form's field has them. */
export const NewChartNote = z.object({
  at: z
    .string()
    .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, { error: "must be a date and a time" })),
  text: shownText(1, LIMITS.chartNoteCharactersMax),
});
