import { createMiddleware } from "hono/factory";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { Edge } from "./client-ip.ts";
import { overCallerLimit } from "./rate-limit.ts";

const TRIES_POLICY = { name: "sign-in-tries", limit: LIMITS.signInTriesPerMinute, windowSeconds: 60 };

/** One count a caller's address, whichever of the doors a link or a code is tried at. */
export const limitSignInTries = (ports: Pick<Services, "limiter"> & { edge: Edge }) =>
  createMiddleware(async (c, next) => (await overCallerLimit(c, ports, TRIES_POLICY)) ?? (await next()));
