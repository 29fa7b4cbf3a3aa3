import { serve } from "../_platform/serve.ts";
import { services } from "../_platform/services.ts";
import { pagesApp } from "./app.ts";

export default serve("pages", (env) => pagesApp({ ...services(env), lastBackup: env.MACHINE?.lastBackup }));
