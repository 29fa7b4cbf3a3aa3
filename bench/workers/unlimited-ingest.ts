import { coreServices } from "../../functions/_platform/core.ts";
import { wakeDispatch } from "../../functions/_platform/cron-calls.ts";
import { serve } from "../../functions/_platform/serve.ts";
import { ingestApp } from "../../functions/ingest/app.ts";
import type { Limiter } from "../../lib/kernel/ports.ts";

const openLimiter: Limiter = async (policy) => ({
  allowed: true,
  remaining: policy.limit - 1,
  resetSeconds: policy.windowSeconds,
});

/** The ingest function without its limiter: what is left of it is the database's part. */
export default serve("ingest", (environment) =>
  ingestApp({
    ...coreServices(environment),
    limiter: openLimiter,
    edge: "none",
    wake: wakeDispatch(environment),
  }),
);
