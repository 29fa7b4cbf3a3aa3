import { corePorts } from "../_platform/core-ports.ts";
import { serve } from "../_platform/serve.ts";
import { wakeDispatch } from "../_platform/wake-dispatch.ts";
import { ingestApp } from "./app.ts";

export default serve((environment) =>
  ingestApp({ ...corePorts(environment), wake: wakeDispatch(environment) }),
);
