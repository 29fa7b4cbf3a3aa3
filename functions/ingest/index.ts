import { clockWatch, instanceClockWatch } from "../../lib/jobs/watch-clock.actions.ts";
import { bodyNotes } from "../../lib/readings/record-readings.actions.ts";
import { corePorts, pause } from "../_platform/core-ports.ts";
import { wakeDispatch } from "../_platform/cron-calls.ts";
import { edge } from "../_platform/environment.ts";
import { operators } from "../_platform/operators.ts";
import { serverVault } from "../_platform/secrets.ts";
import { serve } from "../_platform/serve.ts";
import { ingestApp } from "./app.ts";

export default serve("ingest", (environment) => {
  const core = {
    ...corePorts(environment),
    edge: edge(environment),
    wake: wakeDispatch(environment),
  };
  const watch = {
    ...core,
    serverVault: serverVault(environment),
    operators: operators(environment, core.report),
  };
  const noteBody = bodyNotes({ ...core, pause });
  return ingestApp({
    ...core,
    noteBody,
    storePost: environment.MACHINE?.postsTogether?.(core.db),
    watchClock: clockWatch(watch),
    watchInstanceClock: instanceClockWatch(watch),
  });
});
