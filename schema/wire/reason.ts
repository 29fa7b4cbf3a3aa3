import * as z from "zod/mini";

const quantity = z.object({ value: z.number(), unit: z.nullable(z.string()) });

/** The parts of a reason's sentence. Both are null for reasons stored as sentences, before there were codes. */
export const reasonFields = {
  reason_code: z.nullable(z.string()),
  reason_values: z.nullable(
    z.record(z.string(), z.union([quantity, z.string(), z.number(), z.boolean(), z.null()])),
  ),
};
