import type { TroublePorts } from "../../lib/jobs/watch-clock.actions.ts";
import { corePorts } from "./core-ports.ts";
import { type Environment, environmentOf } from "./environment.ts";
import { operators } from "./operators.ts";
import { serverVault } from "./vaults.ts";
import { wakeDispatch } from "./wake-dispatch.ts";

/** What the process of one machine needs to tell of its own troubles; `ingest` may read these variables too. */
export function troublePorts(bindings: Environment): TroublePorts {
  const environment = environmentOf("ingest", bindings, {});
  const core = corePorts(environment);
  return {
    ...core,
    serverVault: serverVault(environment),
    operators: operators(environment, core.report),
    wake: wakeDispatch(environment),
  };
}
