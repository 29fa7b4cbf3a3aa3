import type { Context } from "hono";
import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { escapeHtml } from "../../lib/kernel/text.ts";
import type { Limited } from "../../lib/people/network.ts";
import type { AddPasskeyPorts } from "../../lib/people/passkeys/passkeys.actions.ts";
import { askForPasskey, signInWithPasskey } from "../../lib/people/passkeys/use-passkey.actions.ts";
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
import type { SIGN_IN_WORDS } from "../../schema/openapi/routes/sign-in.ts";
import type { SIGN_IN } from "../../schema/routes/sign-in.ts";
import { LinkSignIn, type SignedIn } from "../../schema/wire/account/sign-in.ts";
import { readBytes } from "../_http/body.ts";
import { askedLanguage, clientCountry, clientIp, type Edge } from "../_http/caller.ts";
import {
  challengeOf,
  passkeyNonceOf,
  sessionToken,
  setChallengeCookie,
  setPasskeyNonce,
  setSessionCookie,
} from "../_http/cookies.ts";
import type { Handlers } from "../_http/mounted-routes.ts";
import { refusal } from "../_http/reply.ts";
import { jsonBody, validate } from "../_http/validate.ts";

export type SignInRoutePorts = RequestSignInPorts &
  AddPasskeyPorts &
  Pick<Services, "limiter" | "planRules" | "report" | "wake"> & { edge: Edge };

/** The routes that nobody need be signed in for. */
export const signInHandlers = (ports: SignInRoutePorts): Handlers<typeof SIGN_IN, typeof SIGN_IN_WORDS> => ({
  "account.signIn.ask": async (c, { email }) => {
    c.header("Cache-Control", "no-store");
    const asked = await requestSignIn(ports, {
      email,
      ip: clientIp(c, ports.edge),
      language: askedLanguage(c),
    });
    if (!asked.ok) return asked;
    const { challenge, waitSeconds } = asked.value;
    setChallengeCookie(c, challenge);
    return done({ ok: true, challenge, wait_seconds: waitSeconds });
  },
  "account.signIn.byCode": async (c, { email, code, challenge = challengeOf(c) }) => {
    const wish = { email, code, challenge, ...callerOf(c, ports.edge) };
    return signedIn(c, await signInWithCode(ports, wish));
  },
  "account.signIn.look": async (c) => {
    const token = c.req.param("token") ?? "";
    const shown = await showSignInLink(ports, token);
    return shown.ok ? linkPage(c, token, shown.value) : refusal(c, { name: "not_found" });
  },
  "account.signIn.byLink": async (c) => {
    const bytesMax = LIMITS.accountBodyBytesMax;
    const body = isForm(c) ? await tokenOfForm(c, bytesMax) : await jsonBody(c, LinkSignIn, bytesMax);
    if (!body.ok) return body;
    const { token } = body.value;
    const given = { token, ...callerOf(c, ports.edge) };
    const answer = signedIn(c, await signInWithLink(ports, given));
    // A form's answer is where the browser goes next.
    return answer.ok && isForm(c) ? c.redirect("/", 303) : answer;
  },
  "account.signIn.askPasskey": (c) => {
    c.header("Cache-Control", "no-store");
    return askForPasskey(ports, setPasskeyNonce(c, ports.random));
  },
  "account.signIn.byPasskey": async (c, { response: answer }) => {
    const given = { nonce: passkeyNonceOf(c), answer, ...callerOf(c, ports.edge) };
    return signedIn(c, await signInWithPasskey(ports, given));
  },
});

const callerOf = (c: Context, edge: Edge) => ({
  oldToken: sessionToken(c),
  userAgent: c.req.header("User-Agent") ?? "",
  ip: clientIp(c, edge),
  country: clientCountry(c, edge),
  language: askedLanguage(c),
});

function signedIn(c: Context, outcome: Limited<NewSession>): Limited<SignedIn> {
  if (!outcome.ok) return outcome;
  setSessionCookie(c, outcome.value.token);
  c.header("Cache-Control", "no-store");
  return done({ ok: true, household_id: outcome.value.householdId });
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
 * Names the account and home, over one button that posts the token; `token` has passed its form check, so it only
 * has letters and digits.
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
