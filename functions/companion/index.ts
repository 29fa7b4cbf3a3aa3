import { coreServices } from "../_platform/core.ts";
import { planRules } from "../_platform/operators.ts";
import { serve } from "../_platform/serve.ts";
import { companionApp } from "./app.ts";

export default serve("companion", (env) => companionApp({ ...coreServices(env), planRules: planRules(env) }));
