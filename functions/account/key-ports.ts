import type { InboundTokenPorts } from "../../lib/flows/account/create-inbound-token.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";

/** What a home hands out to others is made with. */
export type KeyPorts = InboundTokenPorts & IdempotentPorts;
