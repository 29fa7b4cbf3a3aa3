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

/** Secrets of a right form that nobody knows, a caller's address. */
export const UNKNOWN_TOKENS_PER_MINUTE = 30;
const POLICY = { name: "unknown-tokens", limit: UNKNOWN_TOKENS_PER_MINUTE, windowSeconds: 60 };
const TOKENS_KEPT_MAX = 10_000;

/** Counts the request of a subject; answers the 429 when it is over the limit, null when it may go on. */
export async function overLimit(c: Context, limiter: Limiter, policy: LimitPolicy, subject: string | null) {
  const problem = await limitProblem(c, limiter, policy, subject);
  return problem === null ? null : refusal(c, problem);
}

/** The same for a caller that words the answer differently. A null subject is not counted. */
export const limitProblem = async (
  c: Context,
  limiter: Limiter,
  policy: LimitPolicy,
  subject: string | null,
): Promise<Problem | null> =>
  subject === null ? null : verdictProblem(c, policy, await limiter(policy, subject));

/** Shows what is left; the problem where nothing is, null where the request may go on. */
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
 * The subject of what is counted by its caller's address. Where nobody tells addresses nothing is counted: one count for
 * everybody would let one caller shut the door on all others. What stands behind these doors is a secret of
 * 190 bits, or has a count of its own.
 */
export function callerOf(c: Context, edge: Edge): string | null {
  const ip = clientIp(c, edge);
  return ip === null ? null : ipBucket(ip);
}

/** The guard of a route whose limit counts callers; none where it counts something else, or nothing. */
export const limitCallers = (
  { limiter, edge }: CoreServices,
  limit: RateLimit | undefined,
): MiddlewareHandler | false =>
  limit?.subject === "caller" &&
  (async (c, next) => (await overLimit(c, limiter, limit, callerOf(c, edge))) ?? (await next()));

const newest = () => new QuickLRU<string, number>({ maxSize: TOKENS_KEPT_MAX });

/** Until when an address waits, and what was not found is not looked up: one memory for all the doors of an app. */
const memoryOf = rememberedOf((_: CoreServices) => ({ waiting: newest(), absent: newest() }));

/** The place where a group expects its secret, and no other: a second secret elsewhere doesn't matter. */
type TokenDoor = {
  type: SecretType;
  secretOf: (c: Context) => string | null | undefined;
  /** What the door answers to a secret that nobody knows. */
  unknown: ProblemName;
  /** How it words a refusal. */
  refuse?: (c: Context, problem: Problem) => Response | Promise<Response>;
};

const HASH = "presentedHash";

/** The hash of the secret that a request presents: its door has made it already where it counts. */
export async function presentedHash(c: Context, secret: string): Promise<Uint8Array> {
  const made: Uint8Array | undefined = c.get(HASH);
  return made ?? (await secretHash(secret));
}

/**
 * Counts, of each caller's address, the secrets of a right form that turn out to be nobody's: each costs a look at the
 * database. Past the limit the address waits for the rest of the window, and what was not found is not looked up again
 * meanwhile; but a secret that exists is let in, so that no device is silenced by what its neighbours send. Where no
 * edge tells addresses nothing counts.
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
    // Hono lets the headers of an answer that stands already win over those of another.
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

/** Where the token in the path is all that opens a route: one that can't be one costs no database call, others are counted by their hash. */
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
