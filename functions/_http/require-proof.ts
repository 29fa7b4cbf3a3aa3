import { createMiddleware } from "hono/factory";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { refusal } from "./reply.ts";
import type { SessionEnv } from "./require-session.ts";

/** After `requireSession`, for what cannot be undone: refuses a session that proved its address long ago. */
export const requireProof = ({ clock }: Pick<Services, "clock">) =>
  createMiddleware<SessionEnv>(async (c, next) =>
    isProved(c.var.member, clock()) ? await next() : refusal(c, { name: "prove_again" }),
  );
