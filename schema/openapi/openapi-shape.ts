import * as z from "zod";

const part = z.record(z.string(), z.unknown());

/** The document's own outline, for the route that serves it. */
export const OpenApiShape = z.object({
  openapi: z.literal("3.1.0"),
  info: part,
  servers: z.array(part),
  tags: z.array(part),
  "x-tagGroups": z.array(part),
  paths: z.record(z.string(), part),
  webhooks: z.record(z.string(), part),
  components: part,
});
