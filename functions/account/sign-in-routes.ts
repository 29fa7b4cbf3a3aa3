import type { Context } from "hono";
import type { Limited } from "../../lib/kernel/network.ts";
import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import type { Edge } from "../../lib/kernel/ports.ts";
import { escapeHtml } from "../../lib/kernel/text.ts";
import {
  askForPasskey,
  type PasskeyServices,
  signInWithPasskey,
} from "../../lib/people/passkeys/passkeys.actions.ts";
import {
  type SignedIn as NewSession,
  requestSignIn,
  showSignInLink,
  signInWithCode,
  signInWithLink,
} from "../../lib/people/sign-in.actions.ts";
import type { SignInSubject } from "../../lib/people/sign-in.ts";
import { LIMITS, RATE_LIMITS } from "../../schema/limits.ts";
import { PAGE } from "../../schema/openapi/route.ts";
import { PasskeyAnswer, PasskeyRequest } from "../../schema/wire/account/passkeys.ts";
import {
  CodeSignIn,
  LinkSignIn,
  SignedIn,
  SignInAsked,
  SignInRequest,
} from "../../schema/wire/account/sign-in.ts";
import { readBytes } from "../_http/body.ts";
import { askedLanguage, clientCountry, clientIp } from "../_http/caller.ts";
import {
  challengeOf,
  passkeyNonceOf,
  sessionToken,
  setChallengeCookie,
  setPasskeyNonce,
  setSessionCookie,
} from "../_http/cookies.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { refusal } from "../_http/reply.ts";
import { jsonBody, validate } from "../_http/validate.ts";

const COOKIE = { "Set-Cookie": "__Host-session, the new session" };
const SIGNED_IN = { description: "Signed in", json: SignedIn, headers: COOKIE };
const SIGN_IN_PATH = "/api/account/sign-in";

const route = routesFor<PasskeyServices>();

/** The routes that nobody need be signed in for. */
export const SIGN_IN = {
  "account.signIn.ask": route({
    on: `POST ${SIGN_IN_PATH}`,
    audience: "anyone",
    body: SignInRequest,
    wakes: true,
    summary: "Request a sign-in email",
    about:
      "The link and the code work once, for 10 minutes. The answer is the same for every address. The code works only with the challenge of this answer.",
    answers: {
      200: {
        description: "The same for every address, with the challenge for the code",
        json: SignInAsked,
        headers: { "Set-Cookie": "__Host-sign-in, the challenge again" },
      },
    },
    refusals: [403, 409, 429, 500],
    answer: async (services, c, { email }) => {
      c.header("Cache-Control", "no-store");
      const asked = await requestSignIn(services, {
        email,
        ip: clientIp(c, services.edge),
        language: askedLanguage(c),
      });
      if (!asked.ok) return asked;
      setChallengeCookie(c, asked.value.challenge);
      return asked;
    },
  }),
  "account.signIn.byCode": route({
    on: `POST ${SIGN_IN_PATH}/code`,
    log: "signed_in",
    audience: "anyone",
    limit: RATE_LIMITS.signInTries,
    body: CodeSignIn,
    summary: "Sign in with a code",
    about: "A browser sends its challenge as a cookie. If you have no home yet, you get one.",
    answers: { 200: SIGNED_IN },
    refusals: [401, 403, 429, 500],
    answer: async (services, c, { email, code, challenge = challengeOf(c) }) => {
      const wish = { email, code, challenge, ...callerOf(c, services.edge) };
      return signedIn(c, await signInWithCode(services, wish));
    },
  }),
  // A GET changes nothing: mail scanners open links before people do.
  "account.signIn.look": route({
    on: `GET ${SIGN_IN_PATH}/link/:token`,
    audience: "anyone",
    limit: RATE_LIMITS.signInTries,
    summary: "Open a sign-in link",
    about:
      "Shows a page that names the account and the home. Mail programs open links to check them, so only its button signs in.",
    answers: { 200: { description: "A page with one button", types: [PAGE] } },
    refusals: [404, 429, 500],
    answer: async (services, c) => {
      const token = c.req.param("token") ?? "";
      const shown = await showSignInLink(services, token);
      return shown.ok ? linkPage(c, token, shown.value) : refusal(c, { name: "not_found" });
    },
  }),
  "account.signIn.byLink": route({
    on: `POST ${SIGN_IN_PATH}/link`,
    log: "signed_in",
    audience: "anyone",
    limit: RATE_LIMITS.signInTries,
    summary: "Sign in with a link",
    about: "The link works once, and not after its code was used.",
    body: LinkSignIn,
    reads: true,
    takesForm: true,
    answers: { 200: SIGNED_IN, 303: { description: "Signed in, for a form", headers: COOKIE } },
    refusals: [401, 403, 429, 500],
    answer: async (services, c) => {
      const bytesMax = LIMITS.accountBodyBytesMax;
      const body = isForm(c) ? await tokenOfForm(c, bytesMax) : await jsonBody(c, LinkSignIn, bytesMax);
      if (!body.ok) return body;
      const { token } = body.value;
      const given = { token, ...callerOf(c, services.edge) };
      const answer = signedIn(c, await signInWithLink(services, given));
      // A form's answer is where the browser goes next.
      return answer.ok && isForm(c) ? c.redirect("/", 303) : answer;
    },
  }),
  "account.signIn.askPasskey": route({
    on: `POST ${SIGN_IN_PATH}/passkey-options`,
    audience: "anyone",
    limit: RATE_LIMITS.signInTries,
    summary: "Request a passkey challenge",
    about:
      "Returns the argument of `navigator.credentials.get()`, the same for everyone. The challenge works once, for 5 minutes, with the cookie of this answer.",
    answers: {
      200: {
        description: "WebAuthn's `PublicKeyCredentialRequestOptionsJSON`",
        json: PasskeyRequest,
        headers: { "Set-Cookie": "__Host-passkey, for the challenge" },
      },
    },
    refusals: [403, 409, 429, 500],
    answer: (services, c) => {
      c.header("Cache-Control", "no-store");
      return askForPasskey(services, setPasskeyNonce(c, services.random));
    },
  }),
  "account.signIn.byPasskey": route({
    on: `POST ${SIGN_IN_PATH}/passkey`,
    log: "signed_in",
    audience: "anyone",
    limit: RATE_LIMITS.signInTries,
    body: PasskeyAnswer,
    summary: "Sign in with a passkey",
    about: "`response` is WebAuthn's `AuthenticationResponseJSON`. The authenticator must verify the person.",
    answers: { 200: SIGNED_IN },
    refusals: [401, 403, 429, 500],
    answer: async (services, c, { response: answer }) => {
      const given = { nonce: passkeyNonceOf(c), answer, ...callerOf(c, services.edge) };
      return signedIn(c, await signInWithPasskey(services, given));
    },
  }),
};

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
