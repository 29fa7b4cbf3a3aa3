import { serve } from "../_platform/serve.ts";
import { sessionPorts, webAuthn } from "../_platform/session-ports.ts";
import { accountApp } from "./app.ts";

export default serve("account", (env) => accountApp({ ...sessionPorts(env), webAuthn }));
