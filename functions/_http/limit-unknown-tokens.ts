import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ipBucket } from "../../lib/domain/account/ip-bucket.ts";
import type { Problem } from "../../lib/domain/outcome.ts";
import { isWellFormedSecret } from "../../lib/domain/secret.ts";
import type { Clock, Limiter } from "../../lib/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { ProblemName } from "../../schema/problems.ts";
import type { SecretType } from "../../schema/vocabulary.ts";
import { clientIp, type Edge } from "./client-ip.ts";
import { verdictProblem } from "./rate-limit.ts";
import { refusal } from "./reply.ts";

export type UnknownTokenPorts = { limiter: Limiter; edge: Edge; clock: Clock };

const POLICY = { name: "unknown-tokens", limit: LIMITS.unknownTokensPerMinute, windowSeconds: 60 };

/**
 * The place in which a group looks for its secret, and no other: a second secret beside it, known or not, is
 * none of its business.
 */
export type TokenDoor = {
  type: SecretType;
  secretOf: (c: Context) => string | null | undefined;
  /** What the door answers to a secret that nobody knows. */
  unknown: ProblemName;
  /** How it words a refusal. */
  refuse?: (c: Context, problem: Problem) => Response | Promise<Response>;
};

/**
 * Counts, of each caller's address, the secrets of a right form that nobody knows: each costs a look at the
 * database. Past the limit the address waits for the rest of the window, but for secrets that this instance
 * has seen open something, so that a device is not silenced by what shares its address. Where no edge tells
 * addresses nothing counts.
 */
export function limitUnknownTokens({ limiter, edge, clock }: UnknownTokenPorts, door: TokenDoor) {
  const { type, secretOf, unknown, refuse = refusal } = door;
  const waiting = new Map<string, number>();
  const known = new Set<string>();
  return createMiddleware(async (c, next) => {
    const ip = clientIp(c, edge);
    const secret = secretOf(c) ?? "";
    if (ip === null || !isWellFormedSecret(type, secret)) return await next();
    const address = ipBucket(ip);
    const waitMs = (waiting.get(address) ?? 0) - clock().getTime();
    if (waitMs > 0 && !known.has(secret)) return await refuse(c, waitProblem(c, waitMs));
    await next();
    // Only a success shows that it opens something: a body may be refused before its key is looked up.
    if (c.res.status < 400) return remember(known, secret);
    if (c.get("problem") !== unknown) return;
    const { allowed, resetSeconds } = await limiter(POLICY, address);
    if (allowed) return;
    waiting.delete(address);
    waiting.set(address, clock().getTime() + resetSeconds * 1_000);
    dropOldest(waiting);
  });
}

function waitProblem(c: Context, waitMs: number): Problem {
  const verdict = { allowed: false, remaining: 0, resetSeconds: waitMs / 1_000 };
  return verdictProblem(c, POLICY, verdict) ?? { name: "rate_limited" };
}

function remember(known: Set<string>, secret: string): void {
  known.delete(secret);
  known.add(secret);
  dropOldest(known);
}

/** Both keep the order of insertion. */
function dropOldest(kept: Map<string, unknown> | Set<string>): void {
  const [oldest] = kept.keys();
  if (kept.size > LIMITS.limiterLocalKeysMax && oldest !== undefined) kept.delete(oldest);
}
