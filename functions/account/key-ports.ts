import type { InboundTokenPorts } from "../../lib/sharing/inbound/tokens.actions.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";

/** What a home hands out to others is made with. */
export type KeyPorts = InboundTokenPorts & IdempotentPorts;
