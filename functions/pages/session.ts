import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { Member } from "../../lib/people/activity.ts";
import { type Action, may } from "../../lib/people/entitlement.ts";
import type { HomeFacts } from "../../lib/people/households.queries.ts";
import { openPage } from "../../lib/people/sessions.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import type { ProblemName } from "../../schema/problems.ts";
import type { SessionEnv } from "../_http/app.ts";
import { clientIp } from "../_http/caller.ts";
import { sessionToken } from "../_http/cookies.ts";
import { limitProblem } from "../_http/rate-limit.ts";
import { isCrossSite } from "../_http/require-session.ts";
import { readForm } from "./form.ts";
import { keeperOf } from "./form-note.ts";
import { problemPage } from "./problem-page.tsx";

/** `home`: the home's facts for the navigation. Actions take `c.var` itself as their `Acting` or `ActingMember`. */
export type PageEnv = {
  Variables: SessionEnv["Variables"] & { householdId: string; home: HomeFacts | null; opened: Opened };
};

/** The result of opening a session. A page may load all of its content together with the session. */
type Opened = { member: Member; home: HomeFacts | null };

/** The right that a page or form requires; null if a session is enough. */
export type Right = Action | "operator" | null;

/** Like the API's `requireSession`, but redirects to sign-in, or shows a page if role or plan lack the right. */
export const requirePageSession = (
  services: Services,
  right: Right,
  open: (token: string) => Promise<Outcome<Opened>> = (token) => openPage(services, token),
) =>
  createMiddleware<PageEnv>(async (c, next) => {
    c.header("X-Robots-Tag", "noindex");
    if (isCrossSite(c, services.baseUrl)) return problemPage(c, { name: "cross_site" });
    const token = sessionToken(c);
    const opened = token === null ? null : await open(token);
    if (!opened?.ok) {
      (c as Context).set("problem", "sign_in_first" satisfies ProblemName);
      return c.redirect(await signInPath(c), 303);
    }
    const { member, home } = opened.value;
    const problem = await limitProblem(c, services.limiter, RATE_LIMITS.account, member.sessionId);
    if (problem !== null) return problemPage(c, problem);
    c.set("member", member);
    c.set("householdId", member.householdId);
    c.set("actor", { type: "user", id: member.userId, ip: clientIp(c, services.edge) });
    c.set("home", home);
    c.set("opened", opened.value);
    // Operators' pages don't exist for anybody else.
    if (right === "operator" && !services.adminEmails.has(member.email))
      return problemPage(c, { name: "not_found" });
    const verdict = right === null || right === "operator" ? "yes" : may(right, member);
    if (verdict !== "yes")
      return problemPage(c, { name: verdict === "role" ? "role_forbids" : "pro_required" });
    return await next();
  });

/** Returns the path for signing in, which leads back to the page. Keeps the values of a posted form; doesn't run it. */
async function signInPath(c: Context): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  if (c.req.method === "GET") return `/sign-in?next=${encodeURIComponent(pathname + search)}`;
  const page = URL.parse(c.req.header("Referer") ?? "");
  const form = page?.host === new URL(c.req.url).host ? await readForm(c) : null;
  if (page === null || !form?.ok) return "/sign-in";
  await keeperOf(c)({ page: page.pathname, form: pathname, values: form.value.entries(), isSignedOut: true });
  return `/sign-in?kept=yes&next=${encodeURIComponent(safeNext(page.pathname + page.search))}`;
}

/** Returns the given value if it is a plain path of our site, otherwise `/home`. Prevents open redirects. */
export function safeNext(given: string | undefined): string {
  if (given === undefined || !/^\/(?![/\\])[\w\-./?=&%]*$/.test(given)) return "/home";
  return given;
}

export const provePath = (next: string): string => `/prove?next=${encodeURIComponent(next)}`;

/** Redirects to the page that confirms the person's identity by a fresh code, and from there back to `next`. */
export function proveFirst(c: Context, next: string): Response {
  c.set("problem", "prove_again" satisfies ProblemName);
  return c.redirect(provePath(next), 303);
}
