import * as z from "zod/mini";

const quantity = z.object({ value: z.number(), unit: z.nullable(z.string()) });

/** The parts of a reason's sentence. */
export const reasonFields = {
  reason_code: z.string(),
  reason_values: z.record(z.string(), z.union([quantity, z.string(), z.number(), z.boolean(), z.null()])),
};
