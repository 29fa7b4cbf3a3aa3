import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import type { TokenPair } from "../../lib/pucks/claim.ts";
import { openCompanion } from "../../lib/pucks/companion-session.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { refusal, type SessionEnv } from "./app.ts";
import { bearer, clientIp } from "./caller.ts";
import { overLimit } from "./rate-limit.ts";
import { actingIn, goOnUnless } from "./require-session.ts";

/**
 * Lets a signed-in phone in, by both its tokens. A new pair stands in the headers of whatever the answer is:
 * the old one is spent, also where the call itself is refused.
 */
export function requireCompanion(services: CoreServices) {
  const goOn = goOnUnless(services);
  return createMiddleware<SessionEnv>(async (c, next) => {
    c.header("Cache-Control", "no-store");
    const tokens = tokensOf(c);
    if (tokens === null) return signInAgain(c);
    const ip = clientIp(c, services.edge);
    const opened = await openCompanion(services, { tokens, ip });
    if (!opened.ok) return signInAgain(c);
    const { member, renewed } = opened.value;
    if (renewed !== null) handOut(c, renewed);
    const actor = { type: "companion", id: member.userId, ip } as const;
    c.set("member", member);
    c.set("actor", actor);
    const refused = await overLimit(c, services.limiter, RATE_LIMITS.companion, member.userId);
    return await goOn(refused, c, next, actingIn({ member, actor }));
  });
}

/** Null where they can't be a pair of ours: that costs no database call. */
function tokensOf(c: Context): TokenPair | null {
  const accessToken = bearer(c) ?? "";
  const refreshToken = c.req.header("X-SB-Refresh-Token")?.trim() ?? "";
  const isPair =
    isWellFormedSecret(SECRET_TYPES.accessToken, accessToken) &&
    isWellFormedSecret(SECRET_TYPES.refreshToken, refreshToken);
  return isPair ? { accessToken, refreshToken } : null;
}

function handOut(c: Context, { accessToken, refreshToken }: TokenPair): void {
  c.header("X-SB-Access-Token", accessToken);
  c.header("X-SB-Refresh-Token", refreshToken);
}

function signInAgain(c: Context): Response {
  c.header("WWW-Authenticate", "Bearer");
  return refusal(c, { name: "bad_companion_session" });
}
