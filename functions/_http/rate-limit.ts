import type { Context, MiddlewareHandler } from "hono";
import QuickLRU from "quick-lru";
import { ipBucket } from "../../lib/kernel/network.ts";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Edge, Limiter, LimitPolicy, LimitVerdict } from "../../lib/kernel/ports.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import { secretHash } from "../../lib/kernel/statements.queries.ts";
import { rememberedOf } from "../../lib/kernel/text.ts";
import type { RateLimit } from "../../schema/limits.ts";
import type { ProblemName } from "../../schema/problems.ts";
import { SECRET_TYPES, type SecretType } from "../../schema/vocabulary.ts";
import { refusal } from "./app.ts";
import { shortHex } from "./body.ts";
import { clientIp } from "./caller.ts";

/** Well-formed but unknown secrets that a caller's address may send in a minute. */
export const UNKNOWN_TOKENS_PER_MINUTE = 30;
const POLICY = { name: "unknown-tokens", limit: UNKNOWN_TOKENS_PER_MINUTE, windowSeconds: 60 };
const TOKENS_KEPT_MAX = 10_000;

/** Counts a subject's request. Answers 429 if it is over the limit, or returns null. */
export async function overLimit(c: Context, limiter: Limiter, policy: LimitPolicy, subject: string | null) {
  const problem = await limitProblem(c, limiter, policy, subject);
  return problem === null ? null : refusal(c, problem);
}

/** Counts a request, for a caller that words the refusal itself. A null subject isn't counted. */
export const limitProblem = async (
  c: Context,
  limiter: Limiter,
  policy: LimitPolicy,
  subject: string | null,
): Promise<Problem | null> =>
  subject === null ? null : verdictProblem(c, policy, await limiter(policy, subject));

/** Sets the headers about the remaining requests. Returns the problem if none remain, else null. */
export function verdictProblem(c: Context, policy: LimitPolicy, verdict: LimitVerdict): Problem | null {
  const resetSeconds = Math.ceil(verdict.resetSeconds);
  c.header("RateLimit-Policy", `"${policy.name}";q=${policy.limit};w=${policy.windowSeconds}`);
  c.header("RateLimit", `"${policy.name}";r=${verdict.remaining};t=${resetSeconds}`);
  if (verdict.allowed) return null;
  const seconds = Math.max(1, resetSeconds);
  c.header("Retry-After", String(seconds));
  return {
    name: "rate_limited",
    sentence: `Rate limit exceeded: ${policy.limit} requests in ${policy.windowSeconds} seconds; try again in ${seconds} s`,
  };
}

/**
 * Returns the subject of limits that count by the caller's address, or null if the edge states no address. Null isn't
 * counted: one shared count would let a single caller lock out all others. The routes behind these limits are protected
 * by a secret of 190 bits, or have a limit of their own.
 */
export function callerOf(c: Context, edge: Edge): string | null {
  const ip = clientIp(c, edge);
  return ip === null ? null : ipBucket(ip);
}

/** Returns the guard of a route whose limit counts callers; false if the limit counts something else, or is absent. */
export const limitCallers = (
  { limiter, edge }: CoreServices,
  limit: RateLimit | undefined,
): MiddlewareHandler | false =>
  limit?.subject === "caller" &&
  (async (c, next) => (await overLimit(c, limiter, limit, callerOf(c, edge))) ?? (await next()));

const newest = () => new QuickLRU<string, number>({ maxSize: TOKENS_KEPT_MAX });

/** Until when (epoch ms) an address waits, and a secret counts as unknown. All guards of an app share it. */
const memoryOf = rememberedOf((_: CoreServices) => ({ waiting: newest(), absent: newest() }));

/** The one place where a group expects its secret. A secret elsewhere in the request doesn't matter. */
type TokenDoor = {
  type: SecretType;
  secretOf: (c: Context) => string | null | undefined;
  /** The problem that an unknown secret is answered with. */
  unknown: ProblemName;
  /** Words the refusal, if the group doesn't use the common form. */
  refuse?: (c: Context, problem: Problem) => Response | Promise<Response>;
};

const HASH = "presentedHash";

/** Returns the hash of the request's secret, which `limitUnknownTokens` has already computed if it counts. */
export async function presentedHash(c: Context, secret: string): Promise<Uint8Array> {
  const made: Uint8Array | undefined = c.get(HASH);
  return made ?? (await secretHash(secret));
}

/**
 * Counts, for each caller's address, well-formed secrets that nobody has, because each costs a database call. Past the
 * limit the address waits until the window ends, and its known-bad secrets aren't looked up again. A secret that exists
 * is still let in, so that no device is locked out by its neighbors. Counts nothing if the edge states no addresses.
 */
export function limitUnknownTokens(
  services: CoreServices,
  { type, secretOf, unknown, refuse = refusal }: TokenDoor,
): MiddlewareHandler {
  const { limiter, edge, clock } = services;
  const { waiting, absent } = memoryOf(services);
  return async (c, next) => {
    const ip = clientIp(c, edge);
    const presented = secretOf(c) ?? "";
    if (ip === null || !isWellFormedSecret(type, presented)) return void (await next());
    const hash = await secretHash(presented);
    c.set(HASH, hash);
    const [secret, address] = [shortHex(hash), ipBucket(ip)];
    const waitMs = Math.min(waiting.get(address) ?? 0, absent.get(secret) ?? 0) - clock().getTime();
    if (waitMs > 0) return await refuse(c, waitProblem(c, waitMs));
    await next();
    if (c.get("problem") !== unknown) return undefined;
    const { allowed, remaining, resetSeconds } = await limiter(POLICY, address);
    const resetMs = resetSeconds * 1_000;
    absent.set(secret, clock().getTime() + resetMs);
    if (remaining === 0) waiting.set(address, clock().getTime() + resetMs);
    if (allowed) return undefined;
    const refused = await refuse(c, waitProblem(c, resetMs));
    // Hono lets the headers of an existing response override those of a new one, so it is cleared first.
    c.res = undefined;
    c.res = refused;
    return undefined;
  };
}

function waitProblem(c: Context, waitMs: number): Problem {
  const verdict = { allowed: false, remaining: 0, resetSeconds: waitMs / 1_000 };
  return verdictProblem(c, POLICY, verdict) ?? { name: "rate_limited" };
}

export const tokenOf = (c: Context): string => c.req.param("token") ?? "";

type PathToken = Pick<TokenDoor, "unknown" | "refuse"> & {
  token: "shareToken" | "inboundToken";
  limit: LimitPolicy;
};

/** Returns the guards of a path with a token. Malformed tokens cost no database call; others count by their hash. */
export function pathTokenGuards(
  services: CoreServices,
  { token, unknown, limit, refuse = refusal }: PathToken,
): readonly MiddlewareHandler[] {
  const type = SECRET_TYPES[token];
  return [
    limitUnknownTokens(services, { type, unknown, secretOf: tokenOf, refuse }),
    async (c, next) => {
      const given = tokenOf(c);
      if (!isWellFormedSecret(type, given)) return refuse(c, { name: unknown });
      const hash = await presentedHash(c, given);
      const problem = await limitProblem(c, services.limiter, limit, shortHex(hash));
      return problem === null ? await next() : refuse(c, problem);
    },
  ];
}
