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

/** `home`: what every page says of the home. `c.var` is itself the `Acting` and the `ActingMember` that flows ask for. */
export type PageEnv = {
  Variables: SessionEnv["Variables"] & { householdId: string; home: HomeFacts | null; opened: Opened };
};

/** What was found with the person; a page may load all of its content so. */
type Opened = { member: Member; home: HomeFacts | null };

/** What a reader must be allowed to; null where being signed in is enough. */
export type Right = Action | "operator" | null;

/** Does as `requireSession` of the API, for people: a page says where to sign in, or that role or plan doesn't have the right. */
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
    // To everybody but the people who run the service there is no such place.
    if (right === "operator" && !services.adminEmails.has(member.email))
      return problemPage(c, { name: "not_found" });
    const verdict = right === null || right === "operator" ? "yes" : may(right, member);
    if (verdict !== "yes")
      return problemPage(c, { name: verdict === "role" ? "role_forbids" : "pro_required" });
    return await next();
  });

/** The page or the typed text comes back after signing in; nothing is changed before that. */
async function signInPath(c: Context): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  if (c.req.method === "GET") return `/sign-in?next=${encodeURIComponent(pathname + search)}`;
  const page = URL.parse(c.req.header("Referer") ?? "");
  const form = page?.host === new URL(c.req.url).host ? await readForm(c) : null;
  if (page === null || !form?.ok) return "/sign-in";
  await keeperOf(c)({ page: page.pathname, form: pathname, values: form.value.entries(), isSignedOut: true });
  return `/sign-in?kept=yes&next=${encodeURIComponent(safeNext(page.pathname + page.search))}`;
}

/** A path of ours, whatever was given: never another site's address. */
export function safeNext(given: string | undefined): string {
  if (given === undefined || !/^\/(?![/\\])[\w\-./?=&%]*$/.test(given)) return "/home";
  return given;
}

export const provePath = (next: string): string => `/prove?next=${encodeURIComponent(next)}`;

/** The address to which a session that proved its address long ago is sent, and from which it comes back to `next`. */
export function proveFirst(c: Context, next: string): Response {
  c.set("problem", "prove_again" satisfies ProblemName);
  return c.redirect(provePath(next), 303);
}
