import { coreServices } from "../_platform/core.ts";
import { serve } from "../_platform/serve.ts";
import { shareApp } from "./app.ts";

export default serve("share", (env) => shareApp(coreServices(env)));
