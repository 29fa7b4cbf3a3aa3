import { createMiddleware } from "hono/factory";
import { ipBucket } from "../../lib/domain/account/ip-bucket.ts";
import type { Limiter } from "../../lib/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import { clientIp, type Edge } from "./client-ip.ts";
import { overLimit } from "./rate-limit.ts";

const TRIES_POLICY = { name: "sign-in-tries", limit: LIMITS.signInTriesPerMinute, windowSeconds: 60 };

/** One count a caller's address, whichever of the doors a link or a code is tried at. */
export const limitSignInTries = ({ limiter, edge }: { limiter: Limiter; edge: Edge }) =>
  createMiddleware(
    async (c, next) =>
      (await overLimit(c, limiter, TRIES_POLICY, ipBucket(clientIp(c, edge)))) ?? (await next()),
  );
