import { corePorts } from "../_platform/core-ports.ts";
import { serve } from "../_platform/serve.ts";
import { pagesApp } from "./app.ts";

export default serve("pages", (environment) => pagesApp({ ...corePorts(environment) }));
