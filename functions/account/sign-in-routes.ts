import type { Context } from "hono";
import type { Limited } from "../../lib/kernel/network.ts";
import { done } from "../../lib/kernel/outcome.ts";
import type { Edge } from "../../lib/kernel/ports.ts";
import {
  askForPasskey,
  type PasskeyServices,
  signInWithPasskey,
} from "../../lib/people/passkeys/passkeys.actions.ts";
import {
  type SignedIn as NewSession,
  requestSignIn,
  signInWithCode,
  signInWithLink,
} from "../../lib/people/sign-in.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { PasskeyAnswer, PasskeyOptions } from "../../schema/wire/account/passkeys.ts";
import {
  CodeSignIn,
  LinkSignIn,
  SignedIn,
  SignInAsked,
  SignInRequest,
} from "../../schema/wire/account/sign-in.ts";
import { askedLanguage, clientIp } from "../_http/caller.ts";
import {
  challengeOf,
  passkeyNonceOf,
  setChallengeCookie,
  setPasskeyNonce,
  setSessionCookie,
  signerOf,
} from "../_http/cookies.ts";
import { routesFor } from "../_http/mounted-routes.ts";

export const COOKIE = { "Set-Cookie": "__Host-session, the new session" };
export const SIGNED_IN = { description: "Signed in", json: SignedIn, headers: COOKIE };
const SIGN_IN_PATH = "/api/account/sign-in";

/** The parts that all routes share which open a session. */
const opens = {
  log: "signed_in",
  audience: "anyone",
  limit: RATE_LIMITS.signInTries,
  answers: { 200: SIGNED_IN },
  refusals: [401, 403, 429, 500],
} as const;

const route = routesFor<PasskeyServices>();

/** The routes that need no sign-in. */
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
    ...opens,
    body: CodeSignIn,
    summary: "Sign in with a code",
    about: "A browser sends its challenge as a cookie. If you have no home yet, you get one.",
    answer: async (services, c, { email, code, challenge = challengeOf(c) }) => {
      const wish = { email, code, challenge, ...callerOf(c, services.edge) };
      return signedIn(c, await signInWithCode(services, wish));
    },
  }),
  "account.signIn.byLink": route({
    on: `POST ${SIGN_IN_PATH}/link`,
    ...opens,
    summary: "Sign in with a link",
    about: "The link works once, and not after its code was used.",
    body: LinkSignIn,
    answer: async (services, c, { token }) =>
      signedIn(c, await signInWithLink(services, { token, ...callerOf(c, services.edge) })),
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
        json: PasskeyOptions,
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
    ...opens,
    body: PasskeyAnswer,
    summary: "Sign in with a passkey",
    about: "`response` is WebAuthn's `AuthenticationResponseJSON`. The authenticator must verify the person.",
    answer: async (services, c, { response: answer }) => {
      const given = { nonce: passkeyNonceOf(c), answer, ...callerOf(c, services.edge) };
      return signedIn(c, await signInWithPasskey(services, given));
    },
  }),
};

const callerOf = (c: Context, edge: Edge) => signerOf(c, edge, askedLanguage(c));

function signedIn(c: Context, outcome: Limited<NewSession>): Limited<SignedIn> {
  if (!outcome.ok) return outcome;
  setSessionCookie(c, outcome.value.token);
  c.header("Cache-Control", "no-store");
  return done({ ok: true, household_id: outcome.value.householdId });
}
