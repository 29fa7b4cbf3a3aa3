import { verifyHmac } from "../../lib/kernel/web-crypto.vendor.ts";
import { corePorts } from "../_platform/core-ports.ts";
import { planRules } from "../_platform/operators.ts";
import { serverVault } from "../_platform/secrets.ts";
import { serve } from "../_platform/serve.ts";
import { companionApp } from "./app.ts";

export default serve("companion", (env) =>
  companionApp({
    ...corePorts(env),
    serverVault: serverVault(env),
    edge: env.EDGE,
    verifyHmac,
    planRules: planRules(env),
  }),
);
