import { signatureHeaders } from "../../lib/sharing/inbound/signature.ts";
import { coreServices } from "../_platform/core.ts";
import { serve } from "../_platform/serve.ts";
import { inboundApp } from "./app.ts";

export default serve("inbound", (env) =>
  inboundApp({
    ...coreServices(env),
    signatureHeaders: signatureHeaders(env.INBOUND_LEGACY_SIGNATURE_HEADERS),
  }),
);
