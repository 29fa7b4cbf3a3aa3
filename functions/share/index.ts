import { corePorts } from "../_platform/core-ports.ts";
import { serve } from "../_platform/serve.ts";
import { shareApp } from "./app.ts";

export default serve("share", (env) => shareApp({ ...corePorts(env), edge: env.EDGE }));
