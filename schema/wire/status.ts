import { z } from "zod";
import { LIMITS } from "../limits.ts";

const error = "must be an email address";

export const StatusSubscription = z.object({
  email: z
    .string({ error })
    .trim()
    .toLowerCase()
    .max(LIMITS.emailCharactersMax, { error })
    .pipe(z.email({ error })),
});
export type StatusSubscription = z.output<typeof StatusSubscription>;

/** Without a format: flat keys, the native style. */
export const ExampleFeedQuery = z.object({
  format: z.enum(["senml", "homeassistant"], { error: "must be senml or homeassistant" }).optional(),
});
export type ExampleFeedQuery = z.output<typeof ExampleFeedQuery>;
