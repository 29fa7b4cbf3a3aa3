import {
  CodeProof,
  CodeSignIn,
  LinkSignIn,
  SessionAnswer,
  SessionList,
  SessionMove,
  SignedIn,
  SignInAsked,
  SignInRequest,
} from "../../wire/account/sign-in.ts";
import { Ok } from "../../wire/text.ts";
import { PAGE, shows } from "../answers.ts";
import type { Answer, RouteDescription } from "../route.ts";

const COOKIE = { "Set-Cookie": "__Host-session, the new session" };
const signedIn: Answer = { description: "Signed in", json: SignedIn, headers: COOKIE };

export const SIGN_IN_ROUTES: RouteDescription[] = [
  {
    method: "post",
    path: "/api/account/sign-in",
    summary: "Mails a link and a code that sign in, once, for 10 minutes",
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
    method: "post",
    path: "/api/account/sign-in/code",
    summary: "Signs in with the code of the mail",
    audience: "anyone",
    body: CodeSignIn,
    answers: { 200: signedIn },
    refusals: [401, 403, 429, 500],
  },
  {
    method: "get",
    path: "/api/account/sign-in/link/{token}",
    summary: "A page that signs in when its button is pressed; looking changes nothing",
    audience: "anyone",
    answers: { 200: { description: "A page with one button", types: [PAGE] } },
    refusals: [404],
  },
  {
    method: "post",
    path: "/api/account/sign-in/link",
    summary: "Signs in with the token of the mail's link",
    audience: "anyone",
    body: LinkSignIn,
    takesForm: true,
    answers: { 200: signedIn, 303: { description: "Signed in, where a form asked", headers: COOKIE } },
    refusals: [401, 403, 429, 500],
  },
];

const audience = "session";

export const SESSION_ROUTES: RouteDescription[] = [
  {
    method: "post",
    path: "/api/account/sign-out",
    summary: "Ends this session",
    audience,
    answers: shows(Ok, "Signed out"),
    refusals: [404],
  },
  {
    method: "get",
    path: "/api/account/session",
    summary: "Who is signed in, in which home, and what it may do",
    audience,
    answers: shows(SessionAnswer, "The session"),
  },
  {
    method: "put",
    path: "/api/account/session",
    summary: "Moves to another home of the user's",
    audience,
    body: SessionMove,
    answers: { 200: signedIn },
    refusals: [404],
  },
  {
    method: "post",
    path: "/api/account/session/prove",
    summary: "Proves with a fresh code who it is, for 10 minutes: asked before what cannot be undone",
    audience,
    body: CodeProof,
    answers: shows(Ok, "Proved"),
  },
  {
    method: "get",
    path: "/api/account/sessions",
    summary: "The user's sessions, of browsers and of phones",
    audience,
    answers: shows(SessionList, "The sessions"),
  },
  {
    method: "delete",
    path: "/api/account/sessions/{id}",
    summary: "Ends one of the user's sessions",
    audience,
    answers: shows(Ok, "Ended"),
  },
];
