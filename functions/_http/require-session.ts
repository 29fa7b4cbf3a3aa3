import type { Context, Env, MiddlewareHandler, Next } from "hono";
import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type * as z from "zod/mini";
import { beginOnce, type KeptAnswer, settleOnce } from "../../lib/kernel/answer-once.actions.ts";
import { StoreError } from "../../lib/kernel/db.queries.ts";
import type { CoreServices, Services } from "../../lib/kernel/services.actions.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { logActivity } from "../../lib/people/activity.queries.ts";
import type { Acting, ActingMember } from "../../lib/people/activity.ts";
import { type Action, may } from "../../lib/people/entitlement.ts";
import { openSession } from "../../lib/people/sessions.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { LIMITS, RATE_LIMITS } from "../../schema/limits.ts";
import { type HttpVariables, refusal, type SessionEnv, wakeAfterWrites } from "./app.ts";
import { readBytes } from "./body.ts";
import { clientIp, idempotencyKey } from "./caller.ts";
import { sessionToken } from "./cookies.ts";
import type { Route } from "./mounted-routes.ts";
import { limitCallers, overLimit } from "./rate-limit.ts";

const CHANGING = ["POST", "PUT", "PATCH", "DELETE"];
const OWN_SITES = ["same-origin", "none"];
const JSON_TYPE = /^application\/json\s*(;|$)/i;

const ID = /^[\w-]{1,64}$/;

/** Guards routes that a cookie opens, or that set one. */
const csrf = (baseUrl: string) =>
  createMiddleware(async (c, next) => crossSiteRefusal(c, baseUrl) ?? (await next()));

const crossSiteRefusal = (c: Context, baseUrl: string): Response | null =>
  isCrossSite(c, baseUrl) ? refusal(c, { name: "cross_site" }) : null;

/** Returns whether another site's page could have sent this changing request, whatever it carries. */
export const isCrossSite = (c: Context, baseUrl: string): boolean =>
  CHANGING.includes(c.req.method) && !isOurOwn(c, baseUrl);

/** The browser's own statement counts first. Without one, the body must be of a type that no HTML form can send. */
function isOurOwn(c: Context, baseUrl: string): boolean {
  const site = c.req.header("Sec-Fetch-Site");
  if (site !== undefined) return OWN_SITES.includes(site);
  const origin = c.req.header("Origin");
  if (origin !== undefined) return origin === new URL(baseUrl).origin || origin === new URL(c.req.url).origin;
  return JSON_TYPE.test(c.req.header("Content-Type") ?? "");
}

/** An instance writes the same refusal into a home's activity at most once in this time: the same action and actor. */
const ENTRY_SECONDS = 60;
const ENTRY_KEYS_MAX = 1_000;

const ACTIONS = { 403: "right_refused", 429: "limit_hit" } as const;

/**
 * Returns a function that continues unless the request is already refused. A refusal by right or by limit goes into the
 * home's activity, so that owners see what a stolen session or key attempts. An instance writes the same one at most
 * once a minute, so that refusals stay cheap.
 */
export function goOnUnless({ db, clock, report }: CoreServices) {
  const lately = new Map<string, number>();
  const log = async (c: Context, { householdId, actor }: Acting, { status }: Response) => {
    const problem: unknown = c.get("problem");
    // Asking for something that the plan lacks is no attack.
    if ((status !== 403 && status !== 429) || problem === "pro_required") return;
    const [action, at] = [ACTIONS[status], clock()];
    const key = `${action} ${actor.type} ${actor.id} ${householdId}`;
    if (at.getTime() - (lately.get(key) ?? 0) < ENTRY_SECONDS * 1_000) return;
    if (lately.size >= ENTRY_KEYS_MAX) lately.clear();
    lately.set(key, at.getTime());
    const details = { reason: String(problem ?? status), method: c.req.method };
    await logActivity(db, { householdId, at, actor, action, subject: null, details }).catch(
      (error: unknown) => report({ level: "warn", event: "refusal_not_logged", error: messageOf(error) }),
    );
  };
  return async (refused: Response | null, c: Context, next: Next, acting: Acting) => {
    if (refused === null) await next();
    await log(c, acting, refused ?? c.res);
    return refused ?? undefined;
  };
}

/** Lets a member of a home in, by cookie and from our own pages. Costs one database call. */
export function requireSession(services: Services) {
  const goOn = goOnUnless(services);
  return createMiddleware<SessionEnv>(async (c, next) => {
    c.header("Cache-Control", "no-store");
    const token = sessionToken(c);
    // A browser never sends a key on its own, so this caller isn't checked for CSRF but asked to sign in.
    const isByKey = token === null && c.req.header("Authorization") !== undefined;
    const foreign = isByKey ? null : crossSiteRefusal(c, services.baseUrl);
    if (foreign !== null) return foreign;
    if (token === null) return refusal(c, { name: "sign_in_first" });
    const opened = await openSession(services, token);
    if (!opened.ok) return refusal(c, opened.problem);
    const member = opened.value;
    const actor = { type: "user", id: member.userId, ip: clientIp(c, services.edge) } as const;
    c.set("member", member);
    c.set("actor", actor);
    const refused = await overLimit(c, services.limiter, RATE_LIMITS.account, member.sessionId);
    return await goOn(refused, c, next, actingIn({ member, actor }));
  });
}

/** Refuses an action that the person's role or plan lacks; else returns null. */
export function forbidden(c: Context, action: Action, member: ActingMember["member"]): Response | null {
  const verdict = may(action, member);
  return verdict === "yes"
    ? null
    : refusal(c, { name: verdict === "role" ? "role_forbids" : "pro_required" });
}

/** Runs after `requireSession`, and refuses if the role or plan lacks the action. */
export const requireMay = (action: Action) =>
  createMiddleware<SessionEnv>(async (c, next) => forbidden(c, action, c.var.member) ?? (await next()));

/** Runs after `requireSession`, for irreversible actions: refuses a session whose identity check is too old. */
const requireProof = ({ clock }: CoreServices) =>
  createMiddleware<SessionEnv>(async (c, next) =>
    isProved(c.var.member, clock()) ? await next() : refusal(c, { name: "prove_again" }),
  );

/**
 * The facts that the guard of a home's people and programs sets: the home and the actor. Without `mayManageFeeds` (a
 * viewer, or a key with the scope `read`) feed URLs are masked.
 */
export type HomeEnv = { Variables: HttpVariables & { acting: Acting; mayManageFeeds: boolean } };

export const homeOf = (c: Context<HomeEnv>): string => c.var.acting.householdId;

/** Returns the session's home and person. */
export const actingIn = ({ member, actor }: ActingMember): Acting => ({
  householdId: member.householdId,
  actor,
});

/** Adds idempotency behind a session's guards, on routes that create something. */
export const onceInSession = (services: CoreServices) => idempotent<SessionEnv>(services, actingIn);

/** Adds idempotency behind the guards of a home's people and programs. */
export const onceInHome = (services: CoreServices) => idempotent<HomeEnv>(services, ({ acting }) => acting);

/** Returns the path's `:id`, or "" if it is malformed; nothing has that id. */
export function pathId(c: Context): string {
  const id = c.req.param("id") ?? "";
  return ID.test(id) ? id : "";
}

/** Answers 404 if a path parameter is malformed, as for an id that doesn't exist. */
export const requirePath = (shapes: Readonly<Record<string, z.ZodMiniType>>) =>
  createMiddleware(async (c, next) =>
    Object.entries(shapes).every(([name, shape]) => shape.safeParse(c.req.param(name)).success)
      ? await next()
      : refusal(c, { name: "not_found" }),
  );

/** Returns the guards of a person's route in this order: identity, permission, and only then idempotency. */
export function sessionGuards(services: Services, guard: MiddlewareHandler<SessionEnv>) {
  const ownPages = csrf(services.baseUrl);
  return ({ audience, limit, may, proof, makes, once, wakes }: Route) => [
    audience === "anyone" ? ownPages : guard,
    limitCallers(services, limit),
    may && requireMay(may),
    proof && requireProof(services),
    (makes || once) && onceInSession(services),
    wakes && wakeAfterWrites(services),
  ];
}

/**
 * Guards routes that create something: a request repeated with its `Idempotency-Key` creates nothing more and gets the
 * first answer. It runs last, so that the other guards check a repeated request again.
 */
const idempotent = <E extends Env>(
  services: CoreServices,
  actingOf: (variables: E["Variables"] & object) => Acting,
) =>
  createMiddleware<E>(async (c, next) => {
    const key = idempotencyKey(c);
    if (!key.ok) return refusal(c, key.problem);
    if (key.value === null) return await next();
    // A clone: the route reads the body itself, and refuses one that is too large.
    const body = await readBytes(c.req.raw.clone(), LIMITS.apiBodyBytesMax);
    if (!body.ok) return await next();
    const { householdId, actor } = actingOf(c.var);
    const sender = `${actor.type} ${actor.id}`;
    const request = `${c.req.method} ${c.req.path}\n${new TextDecoder().decode(body.value)}`;
    const begun = await beginOnce(services, { householdId, sender, key: key.value, request });
    if (!begun.ok) {
      if (begun.problem.name === "idempotency_running") c.header("Retry-After", "1");
      return refusal(c, begun.problem);
    }
    const { attempt, kept } = begun.value;
    if (kept !== null) return replayed(c, kept);
    await next();
    await settle(c, services, attempt);
    return undefined;
  });

function replayed(c: Context, { status, text }: KeptAnswer): Response {
  c.header("Idempotent-Replayed", "true");
  return c.body(text, status as ContentfulStatusCode, { "Content-Type": "application/json" });
}

/** Records the result. If that fails, the response still goes out, and a repeated request learns it's unknown. */
async function settle(c: Context, services: CoreServices, attempt: Parameters<typeof settleOnce>[1]) {
  try {
    if (c.res.ok)
      await settleOnce(services, attempt, { status: c.res.status, text: await c.res.clone().text() });
    else if (didNothing(c)) await settleOnce(services, attempt, null);
  } catch (error) {
    const told = { request_id: String(c.get("requestId")), error: messageOf(error) };
    services.report({ level: "error", event: "receipt_not_kept", ...told });
  }
}

/** Returns whether the request surely stored nothing: a refusal, or a statement that the database didn't run. */
const didNothing = (c: Context): boolean =>
  c.res.status < 500 || (c.error instanceof StoreError && c.error.failure !== "unknown");
