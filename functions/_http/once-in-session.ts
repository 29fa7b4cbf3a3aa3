import { actingIn } from "./acting-in.ts";
import { type IdempotentPorts, idempotent } from "./idempotent.ts";
import type { SessionEnv } from "./require-session.ts";

/** Goes behind the guards of a session, on routes that make something. */
export const onceInSession = (ports: IdempotentPorts) => idempotent<SessionEnv>(ports, actingIn);
