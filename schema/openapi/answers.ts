import type { z } from "zod";
import type { Answer } from "./route.ts";

/** 200 with a JSON body of this shape. */
export const shows = (json: z.ZodType, description: string): Record<number, Answer> => ({
  200: { description, json },
});

/** 201 with what was made. */
export const makes = (json: z.ZodType, description: string): Record<number, Answer> => ({
  201: { description, json },
});

/** For browsers, that ask for text/html. */
export const PAGE = "text/html";
