import { zipFiles } from "../../lib/kernel/zip-files.vendor.ts";
import { serve } from "../_platform/serve.ts";
import { sessionPorts } from "../_platform/session-ports.ts";
import { v1App } from "./app.ts";

export default serve("v1", (env) => v1App({ ...sessionPorts(env), zipFiles }));
