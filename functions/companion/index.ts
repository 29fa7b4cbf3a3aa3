import { verifyHmac } from "../../lib/adapters/hmac-verifier.ts";
import { corePorts } from "../_platform/core-ports.ts";
import { edge } from "../_platform/edge.ts";
import { serve } from "../_platform/serve.ts";
import { vaults } from "../_platform/vaults.ts";
import { companionApp } from "./app.ts";

export default serve((environment) =>
  companionApp({
    ...corePorts(environment),
    serverVault: vaults(environment).serverVault,
    edge: edge(environment),
    verifyHmac,
  }),
);
