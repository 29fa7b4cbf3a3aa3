import { createMiddleware } from "hono/factory";
import { isProved } from "../../lib/domain/account/session-time.ts";
import type { Clock } from "../../lib/ports.ts";
import { refusal } from "./reply.ts";
import type { SessionEnv } from "./require-session.ts";

/** After `requireSession`, for what cannot be undone: refuses a session that proved its address long ago. */
export const requireProof = ({ clock }: { clock: Clock }) =>
  createMiddleware<SessionEnv>(async (c, next) =>
    isProved(c.var.member, clock()) ? await next() : refusal(c, { name: "prove_again" }),
  );
