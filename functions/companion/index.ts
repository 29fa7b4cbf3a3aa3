import { verifyHmac } from "../../lib/kernel/web-crypto.vendor.ts";
import { corePorts } from "../_platform/core-ports.ts";
import { edge } from "../_platform/environment.ts";
import { planRules } from "../_platform/operators.ts";
import { serverVault } from "../_platform/secrets.ts";
import { serve } from "../_platform/serve.ts";
import { companionApp } from "./app.ts";

export default serve("companion", (environment) =>
  companionApp({
    ...corePorts(environment),
    serverVault: serverVault(environment),
    edge: edge(environment),
    verifyHmac,
    planRules: planRules(environment),
  }),
);
