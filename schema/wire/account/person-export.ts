import * as z from "zod/mini";

/** All that is kept about a person: in `data`, a list of rows for each table that names them. */
export const PersonExport = z.object({
  exported_at: z.iso.datetime(),
  data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
