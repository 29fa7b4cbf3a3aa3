import { coreServices } from "../_platform/core.ts";
import { serve } from "../_platform/serve.ts";
import { signatureHeaders } from "../_platform/signature-headers.ts";
import { inboundApp } from "./app.ts";

export default serve("inbound", (env) =>
  inboundApp({ ...coreServices(env), signatureHeaders: signatureHeaders(env) }),
);
