import { PasskeyAnswer, PasskeyRequest } from "../../wire/account/passkeys.ts";
import { SessionAnswer, SessionList } from "../../wire/account/sessions.ts";
import {
  CodeProof,
  CodeSignIn,
  LinkSignIn,
  SessionMove,
  SignedIn,
  SignInAsked,
  SignInRequest,
} from "../../wire/account/sign-in.ts";
import { Ok } from "../../wire/text.ts";
import { type Answer, PAGE, type RouteDescription, SIGN_IN_LIMIT, shows } from "../route.ts";

const COOKIE = { "Set-Cookie": "__Host-session, the new session" };
const signedIn: Answer = { description: "Signed in", json: SignedIn, headers: COOKIE };

export const SIGN_IN_ROUTES: RouteDescription[] = [
  {
    id: "account.signIn.ask",
    method: "post",
    path: "/api/account/sign-in",
    summary: "Request a sign-in email",
    about:
      "The link and the code work once, for 10 minutes. The answer is the same for every address. The code opens only together with the challenge of this answer.",
    audience: "anyone",
    body: SignInRequest,
    answers: {
      200: {
        description: "The same for every address, and what the code opens together with",
        json: SignInAsked,
        headers: { "Set-Cookie": "__Host-sign-in, the challenge once more" },
      },
    },
    refusals: [403, 409, 429, 500],
  },
  {
    id: "account.signIn.byCode",
    limit: SIGN_IN_LIMIT,
    method: "post",
    path: "/api/account/sign-in/code",
    summary: "Sign in with a code",
    about:
      "A browser's challenge is its cookie. A person without a home gets one. An account that asks for a passkey needs `recovery_code` as well.",
    audience: "anyone",
    body: CodeSignIn,
    answers: { 200: signedIn },
    refusals: [401, 403, 429, 500],
  },
  {
    id: "account.signIn.look",
    limit: SIGN_IN_LIMIT,
    method: "get",
    path: "/api/account/sign-in/link/{token}",
    summary: "Open a sign-in link",
    about:
      "Mail programs open links to check them, so that only the button signs in. The page names the account and the home.",
    audience: "anyone",
    answers: { 200: { description: "A page with one button", types: [PAGE] } },
    refusals: [404, 429, 500],
  },
  {
    id: "account.signIn.byLink",
    limit: SIGN_IN_LIMIT,
    method: "post",
    path: "/api/account/sign-in/link",
    summary: "Sign in with a link",
    about:
      "The link works once, and not any more where its code was used. An account that asks for a passkey needs `recovery_code` as well.",
    audience: "anyone",
    body: LinkSignIn,
    takesForm: true,
    answers: { 200: signedIn, 303: { description: "Signed in, where a form asked", headers: COOKIE } },
    refusals: [401, 403, 429, 500],
  },
  {
    id: "account.signIn.askPasskey",
    limit: SIGN_IN_LIMIT,
    method: "post",
    path: "/api/account/sign-in/passkey-options",
    summary: "Request a passkey challenge",
    about:
      "What a browser hands to `navigator.credentials.get()`; the same for everybody. The challenge works once, for 5 minutes, with the cookie of this answer.",
    audience: "anyone",
    answers: {
      200: {
        description: "WebAuthn's `PublicKeyCredentialRequestOptionsJSON`",
        json: PasskeyRequest,
        headers: { "Set-Cookie": "__Host-passkey, which the challenge belongs to" },
      },
    },
    refusals: [403, 409, 429, 500],
  },
  {
    id: "account.signIn.byPasskey",
    limit: SIGN_IN_LIMIT,
    method: "post",
    path: "/api/account/sign-in/passkey",
    summary: "Sign in with a passkey",
    about:
      "`response` is WebAuthn's `AuthenticationResponseJSON`. The authenticator must have verified the person.",
    audience: "anyone",
    body: PasskeyAnswer,
    answers: { 200: signedIn },
    refusals: [401, 403, 429, 500],
  },
];

const audience = "session";

export const SESSION_ROUTES: RouteDescription[] = [
  {
    id: "account.session.signOut",
    method: "post",
    path: "/api/account/sign-out",
    summary: "Sign out",
    about: "Other browsers and phones stay signed in.",
    audience,
    answers: shows(Ok, "Signed out"),
    refusals: [404],
  },
  {
    id: "account.session.get",
    method: "get",
    path: "/api/account/session",
    summary: "Get the session",
    about: "`households` are all homes of the person, `invitations` those that wait for an answer.",
    audience,
    answers: shows(SessionAnswer, "The session"),
  },
  {
    id: "account.session.move",
    method: "put",
    path: "/api/account/session",
    summary: "Switch to another home",
    about: "The session gets a new token, and the rights that the person has there.",
    audience,
    body: SessionMove,
    answers: { 200: signedIn },
    refusals: [404],
  },
  {
    id: "account.session.prove",
    method: "post",
    path: "/api/account/session/prove",
    summary: "Confirm identity",
    about:
      "A fresh code confirms it for 10 minutes; actions that can't be undone ask for it. The code is that of a new `POST /api/account/sign-in`.",
    audience,
    body: CodeProof,
    answers: { 200: { description: "Proved, under a new token", json: Ok, headers: COOKIE } },
  },
  {
    id: "account.session.askPasskey",
    method: "post",
    path: "/api/account/session/prove/passkey-options",
    summary: "Request a passkey challenge to confirm identity",
    about: "It names the person's own passkeys, and works once, for 5 minutes, in this session.",
    audience,
    answers: shows(PasskeyRequest, "WebAuthn's `PublicKeyCredentialRequestOptionsJSON`"),
    refusals: [409],
  },
  {
    id: "account.session.provePasskey",
    method: "post",
    path: "/api/account/session/prove/passkey",
    summary: "Confirm identity with a passkey",
    about: "Counts as a fresh code does, and no other site can ask for it in our name.",
    audience,
    body: PasskeyAnswer,
    answers: { 200: { description: "Proved, under a new token", json: Ok, headers: COOKIE } },
  },
  {
    id: "account.sessions.list",
    method: "get",
    path: "/api/account/sessions",
    summary: "List sessions",
    about: "`current` is the one that asks.",
    audience,
    answers: shows(SessionList, "The sessions"),
  },
  {
    id: "account.sessions.delete",
    method: "delete",
    path: "/api/account/sessions/{id}",
    summary: "End a session",
    about:
      "That browser or phone has to sign in again. Ending another session than the one that asks needs a fresh proof; without it the answer is 403.",
    audience,
    answers: shows(Ok, "Ended"),
  },
];
