import { verifyHmac } from "../../lib/kernel/web-crypto.vendor.ts";
import { corePorts } from "../_platform/core-ports.ts";
import { serverVault } from "../_platform/secrets.ts";
import { serve } from "../_platform/serve.ts";
import { signatureHeaders } from "../_platform/signature-headers.ts";
import { inboundApp } from "./app.ts";

export default serve("inbound", (env) =>
  inboundApp({
    ...corePorts(env),
    serverVault: serverVault(env),
    verifyHmac,
    signatureHeaders: signatureHeaders(env),
    edge: env.EDGE,
  }),
);
