import { zipFiles } from "../../lib/kernel/zip-files.vendor.ts";
import { serve } from "../_platform/serve.ts";
import { services } from "../_platform/services.ts";
import { v1App } from "./app.ts";

export default serve("v1", (env) => v1App({ ...services(env), zipFiles }));
