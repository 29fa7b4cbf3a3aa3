import { corePorts } from "../_platform/core-ports.ts";
import { edge } from "../_platform/environment.ts";
import { serve } from "../_platform/serve.ts";
import { shareApp } from "./app.ts";

export default serve("share", (environment) =>
  shareApp({ ...corePorts(environment), edge: edge(environment) }),
);
