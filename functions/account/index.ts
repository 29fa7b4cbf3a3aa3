import { zipFiles } from "../../lib/kernel/zip-files.vendor.ts";
import { serve } from "../_platform/serve.ts";
import { sessionPorts } from "../_platform/session-ports.ts";
import { webAuthn } from "../_platform/web-authn.ts";
import { accountApp } from "./app.ts";

export default serve("account", (environment) =>
  accountApp({ ...sessionPorts(environment), zipFiles, webAuthn }),
);
