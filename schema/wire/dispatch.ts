import { z } from "zod";

const count = z.number().int();

/** `told` counts the findings that became messages; `waiting` messages are tried again, `dead` ones are not. */
export const Dispatched = z.object({
  ok: z.literal(true),
  job: z.literal("dispatch"),
  tick: z.iso.datetime(),
  told: count,
  sent: count,
  waiting: count,
  dead: count,
});
export type Dispatched = z.output<typeof Dispatched>;
