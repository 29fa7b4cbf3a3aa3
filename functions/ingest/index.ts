import { corePorts } from "../_platform/core-ports.ts";
import { serve } from "../_platform/serve.ts";
import { ingestApp } from "./app.ts";

export default serve((environment) => ingestApp(corePorts(environment)));
