import { type Context, Hono } from "hono";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { escapeHtml } from "../../lib/kernel/text.ts";
import type { Limited } from "../../lib/people/network.ts";
import {
  type SignedIn as NewSession,
  type RequestSignInPorts,
  requestSignIn,
  showSignInLink,
  signInWithCode,
  signInWithLink,
} from "../../lib/people/sign-in.actions.ts";
import type { SignInSubject } from "../../lib/people/sign-in.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  CodeSignIn,
  LinkSignIn,
  type SignedIn,
  type SignInAsked,
  SignInRequest,
} from "../../schema/wire/account/sign-in.ts";
import { askedLanguage } from "../_http/accepted.ts";
import { readBytes } from "../_http/body.ts";
import { clientCountry, clientIp, type Edge } from "../_http/client-ip.ts";
import { challengeOf, sessionToken, setChallengeCookie, setSessionCookie } from "../_http/cookies.ts";
import { csrf } from "../_http/csrf.ts";
import { wakeAfterWrites } from "../_http/in-background.ts";
import { limitSignInTries } from "../_http/limit-sign-in-tries.ts";
import { refusal, replyLimited } from "../_http/reply.ts";
import { jsonBody, validate } from "../_http/validate.ts";

export type SignInRoutePorts = RequestSignInPorts &
  Pick<Services, "limiter" | "report" | "wake"> & { edge: Edge };

const BYTES_MAX = LIMITS.accountBodyBytesMax;

/** The routes that nobody need be signed in for. */
export function signInRoutes(ports: SignInRoutePorts) {
  const routes = new Hono();
  const ownPages = csrf(ports.baseUrl);
  routes.post("/api/account/sign-in", ownPages, wakeAfterWrites(ports), async (c) => {
    const body = await jsonBody(c, SignInRequest, BYTES_MAX);
    if (!body.ok) return refusal(c, body.problem);
    c.header("Cache-Control", "no-store");
    const { email } = body.value;
    const asked = await requestSignIn(ports, {
      email,
      ip: clientIp(c, ports.edge),
      language: askedLanguage(c),
    });
    if (!asked.ok) return replyLimited(c, asked);
    const { challenge, waitSeconds } = asked.value;
    setChallengeCookie(c, challenge);
    return c.json({ ok: true, challenge, wait_seconds: waitSeconds } satisfies SignInAsked);
  });
  routes.post("/api/account/sign-in/code", ownPages, limitSignInTries(ports), async (c) => {
    const body = await jsonBody(c, CodeSignIn, BYTES_MAX);
    if (!body.ok) return refusal(c, body.problem);
    const challenge = body.value.challenge ?? challengeOf(c);
    const { email, code, recovery_code: recoveryCode } = body.value;
    const wish = { email, code, challenge, recoveryCode, ...callerOf(c, ports.edge) };
    return signedIn(c, await signInWithCode(ports, wish));
  });
  addLink(routes, ports);
  return routes;
}

function addLink(routes: Hono, ports: SignInRoutePorts): void {
  // A GET changes nothing: mail scanners open links before people do.
  routes.get("/api/account/sign-in/link/:token", limitSignInTries(ports), async (c) => {
    const token = c.req.param("token");
    const shown = await showSignInLink(ports, token);
    return shown.ok ? linkPage(c, token, shown.value) : refusal(c, { name: "not_found" });
  });
  routes.post("/api/account/sign-in/link", csrf(ports.baseUrl), limitSignInTries(ports), async (c) => {
    const body = isForm(c) ? await tokenOfForm(c, BYTES_MAX) : await jsonBody(c, LinkSignIn, BYTES_MAX);
    if (!body.ok) return refusal(c, body.problem);
    const { token, recovery_code: recoveryCode } = body.value;
    const given = { token, recoveryCode, ...callerOf(c, ports.edge) };
    const outcome = await signInWithLink(ports, given);
    return signedIn(c, outcome, isForm(c));
  });
}

const callerOf = (c: Context, edge: Edge) => ({
  oldToken: sessionToken(c),
  userAgent: c.req.header("User-Agent") ?? "",
  ip: clientIp(c, edge),
  country: clientCountry(c, edge),
  language: askedLanguage(c),
});

/** A form's answer is where the browser goes next. */
function signedIn(c: Context, outcome: Limited<NewSession>, isBrowser = false): Response {
  if (!outcome.ok) return replyLimited(c, outcome);
  setSessionCookie(c, outcome.value.token);
  c.header("Cache-Control", "no-store");
  if (isBrowser) return c.redirect("/", 303);
  return c.json({ ok: true, household_id: outcome.value.householdId } satisfies SignedIn);
}

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** What the link's page sends. */
const isForm = (c: Context): boolean => FORM.test(c.req.header("Content-Type") ?? "");

async function tokenOfForm(c: Context, bytesMax: number): Promise<Outcome<LinkSignIn>> {
  const bytes = await readBytes(c.req.raw, bytesMax);
  if (!bytes.ok) return bytes;
  const fields = new URLSearchParams(new TextDecoder().decode(bytes.value));
  return validate(LinkSignIn, { token: fields.get("token") });
}

/**
 * Names the account and home, over one button that posts the token; `token` has passed its form check and is letters
 * and digits.
 */
function linkPage(c: Context, token: string, { email, home }: SignInSubject): Response {
  c.header("Cache-Control", "no-store");
  c.header(
    "Content-Security-Policy",
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  // With no-referrer a browser posts the form with `Origin: null`, which we could not tell from another
  // site's.
  c.header("Referrer-Policy", "same-origin");
  c.header("X-Robots-Tag", "noindex");
  return c.html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width"><title>Sign in to Hearthwatch</title></head>` +
      `<body><p>Sign in as ${escapeHtml(email)} and ${home === null ? "create a new home" : `open ${escapeHtml(home)}`}.</p>` +
      `<p>Not your email address? Close this page: somebody sent you a link to their own account.</p><form method="post" action="/api/account/sign-in/link">` +
      `<input type="hidden" name="token" value="${token}">` +
      `<button type="submit">Sign in to Hearthwatch</button></form></body></html>`,
  );
}
