import * as z from "zod";

const quantity = z.object({ value: z.number(), unit: z.string().nullable() });

/** What a reason's sentence is made of; both null for what was stored as a sentence, before there were codes. */
export const reasonFields = {
  reason_code: z.string().nullable(),
  reason_values: z
    .record(z.string(), z.union([quantity, z.string(), z.number(), z.boolean(), z.null()]))
    .nullable(),
};
