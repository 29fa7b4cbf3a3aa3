import { clockWatch, instanceClockWatch } from "../../lib/jobs/watch-clock.actions.ts";
import { bodyNotes } from "../../lib/readings/record-readings.actions.ts";
import { corePorts, pause } from "../_platform/core-ports.ts";
import { wakeDispatch } from "../_platform/cron-calls.ts";
import { operators } from "../_platform/operators.ts";
import { serverVault } from "../_platform/secrets.ts";
import { serve } from "../_platform/serve.ts";
import { ingestApp } from "./app.ts";

export default serve("ingest", (env) => {
  const core = {
    ...corePorts(env),
    edge: env.EDGE,
    wake: wakeDispatch(env),
  };
  const watch = {
    ...core,
    serverVault: serverVault(env),
    operators: operators(env, core.report),
  };
  const noteBody = bodyNotes({ ...core, pause });
  return ingestApp({
    ...core,
    noteBody,
    storePost: env.MACHINE?.postsTogether?.(core.db),
    watchClock: clockWatch(watch),
    watchInstanceClock: instanceClockWatch(watch),
  });
});
