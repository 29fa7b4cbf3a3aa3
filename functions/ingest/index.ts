import { clockWatch } from "../../lib/jobs/watch-clock.actions.ts";
import { bodyNotes } from "../../lib/readings/record-readings.actions.ts";
import { coreServices, pause } from "../_platform/core.ts";
import { wakeDispatch } from "../_platform/cron-calls.ts";
import { operators } from "../_platform/operators.ts";
import { serve } from "../_platform/serve.ts";
import { ingestApp } from "./app.ts";

export default serve("ingest", (env) => {
  const core = { ...coreServices(env), wake: wakeDispatch(env) };
  return ingestApp({
    ...core,
    noteBody: bodyNotes({ ...core, pause }),
    storePost: env.MACHINE?.postsTogether?.(core.db),
    watchClock: clockWatch({ ...core, operators: operators(env, core.report) }),
  });
});
