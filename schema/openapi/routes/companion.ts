import {
  BayAnswer,
  BayChange,
  BayList,
  BayMood,
  ClaimFinish,
  ClaimFinished,
  ClaimNonce,
  ClaimStart,
  CompanionSignedIn,
  CompanionSignIn,
  MoodOverride,
  PuckAnswer,
  PuckList,
  PuckRegistration,
} from "../../wire/companion.ts";
import { Ok } from "../../wire/text.ts";
import { SIGN_IN_LIMIT } from "../rate-limits.ts";
import { makes, type RouteDescription, shows } from "../route.ts";

const audience = "companion";

const SESSION_ROUTES: RouteDescription[] = [
  {
    id: "companion.session.create",
    limit: SIGN_IN_LIMIT,
    method: "post",
    path: "/api/companion/session",
    summary: "Sign in a companion",
    about:
      "The code and its challenge come from `POST /api/account/sign-in`. The access token lasts 15 minutes, the refresh token 60 days.",
    audience: "anyone",
    body: CompanionSignIn,
    answers: shows(CompanionSignedIn, "The tokens, shown this once"),
    refusals: [401, 404, 429, 500],
  },
  {
    id: "companion.session.delete",
    method: "delete",
    path: "/api/companion/session",
    summary: "Sign out a companion",
    about: "Both tokens of the phone end. Its pucks and bays stay the household's.",
    audience,
    answers: shows(Ok, "Signed out"),
  },
];

const PUCK_ROUTES: RouteDescription[] = [
  {
    id: "companion.pucks.list",
    method: "get",
    path: "/api/pucks",
    summary: "List pucks",
    about: "Answers every puck that the household has registered, and the bay that each one stands in.",
    audience,
    answers: shows(PuckList, "The pucks"),
  },
  {
    id: "companion.pucks.register",
    method: "post",
    path: "/api/pucks/register",
    summary: "Register a puck",
    about:
      "Registering it again replaces the secret. A puck of another household answers 409 until it is released there.",
    audience,
    body: PuckRegistration,
    answers: makes(PuckAnswer, "The puck"),
    refusals: [409],
  },
  {
    id: "companion.pucks.startClaim",
    method: "post",
    path: "/api/pucks/claim/start",
    summary: "Start a claim",
    about: "A new nonce voids the one before. The puck answers with the HMAC of the nonce under its secret.",
    audience,
    body: ClaimStart,
    answers: shows(ClaimNonce, "Good for 5 minutes and one use"),
    refusals: [404],
  },
  {
    id: "companion.pucks.finishClaim",
    method: "post",
    path: "/api/pucks/claim/finish",
    summary: "Finish a claim",
    about:
      "The HMAC is hex or base64. Without `bay_id` the puck keeps its bay, or gets a new one. A puck that another household has claimed meanwhile answers 409 until it is released there.",
    audience,
    body: ClaimFinish,
    answers: shows(ClaimFinished, "The bay and its mood"),
    refusals: [404, 409, 410],
  },
  {
    id: "companion.pucks.release",
    method: "delete",
    path: "/api/pucks/{device_id}",
    summary: "Release a puck",
    about: "Its bay stays, without a puck.",
    audience,
    answers: shows(Ok, "Released"),
  },
];

const BAY_ROUTES: RouteDescription[] = [
  {
    id: "companion.bays.list",
    method: "get",
    path: "/api/bays",
    summary: "List bays",
    about: "Each bay has the mood that a press of its puck would show now.",
    audience,
    answers: shows(BayList, "The bays"),
  },
  {
    id: "companion.bays.getMood",
    method: "get",
    path: "/api/bays/{bay_id}/mood",
    summary: "Get a bay's mood",
    about: "`reason` says in a sentence why. An alarm breaks through a mood that was set by hand.",
    audience,
    answers: shows(BayMood, "The mood"),
  },
  {
    id: "companion.bays.setMood",
    method: "put",
    path: "/api/bays/{bay_id}/mood",
    summary: "Set a bay's mood",
    about: "Without `hours` the mood stands until it is cleared.",
    audience,
    body: MoodOverride,
    answers: shows(BayMood, "The mood"),
  },
  {
    id: "companion.bays.chooseSensors",
    method: "put",
    path: "/api/bays/{bay_id}/sensors",
    summary: "Change a bay",
    about:
      "Its name, and the sensors that make its mood: `space: null` is the whole home, `sensor_ids: null` all sensors of the space; what is left out stays.",
    audience,
    body: BayChange,
    answers: shows(BayAnswer, "The bay"),
  },
  {
    id: "companion.bays.delete",
    method: "delete",
    path: "/api/bays/{bay_id}",
    summary: "Delete a bay",
    about: "A puck that stood in it is free for another bay.",
    audience,
    answers: shows(Ok, "Deleted"),
  },
];

export const COMPANION_ROUTES: RouteDescription[] = [...SESSION_ROUTES, ...PUCK_ROUTES, ...BAY_ROUTES];
