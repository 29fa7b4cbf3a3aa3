import {
  BayAnswer,
  BayList,
  BayMood,
  BaySensors,
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
import { makes, shows } from "../answers.ts";
import type { RouteDescription } from "../route.ts";

const audience = "companion";

const SESSION_ROUTES: RouteDescription[] = [
  {
    method: "post",
    path: "/api/companion/session",
    summary: "Exchanges an emailed code for an access and a refresh token",
    audience: "anyone",
    body: CompanionSignIn,
    answers: shows(CompanionSignedIn, "The tokens, shown this once"),
    refusals: [401, 404, 429, 500],
  },
  {
    method: "delete",
    path: "/api/companion/session",
    summary: "Signs the phone out",
    audience,
    answers: shows(Ok, "Signed out"),
  },
];

const PUCK_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/pucks",
    summary: "The household's pucks",
    audience,
    answers: shows(PuckList, "The pucks"),
  },
  {
    method: "post",
    path: "/api/pucks/register",
    summary: "Stores a puck's device id and HMAC secret for the household",
    audience,
    body: PuckRegistration,
    answers: makes(PuckAnswer, "The puck"),
    refusals: [409],
  },
  {
    method: "post",
    path: "/api/pucks/claim/start",
    summary: "Issues a nonce for a claim that the puck's button confirms",
    audience,
    body: ClaimStart,
    answers: shows(ClaimNonce, "Good for 5 minutes and one use"),
    refusals: [404],
  },
  {
    method: "post",
    path: "/api/pucks/claim/finish",
    summary: "Verifies HMAC-SHA-256 of the nonce and binds the bay",
    audience,
    body: ClaimFinish,
    answers: shows(ClaimFinished, "The bay and its mood"),
    refusals: [404, 409, 410],
  },
  {
    method: "delete",
    path: "/api/pucks/{device_id}",
    summary: "Releases a puck, so that another household may register it",
    audience,
    answers: shows(Ok, "Released"),
  },
];

const BAY_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/bays",
    summary: "The household's bays with their moods",
    audience,
    answers: shows(BayList, "The bays"),
  },
  {
    method: "get",
    path: "/api/bays/{bay_id}/mood",
    summary: "A bay's mood, derived from its sensors or set by hand",
    audience,
    answers: shows(BayMood, "The mood"),
  },
  {
    method: "put",
    path: "/api/bays/{bay_id}/mood",
    summary: "Overrides a bay's mood, or with null ends that",
    audience,
    body: MoodOverride,
    answers: shows(BayMood, "The mood"),
  },
  {
    method: "put",
    path: "/api/bays/{bay_id}/sensors",
    summary: "Chooses the space and the sensors that a bay's mood comes from",
    audience,
    body: BaySensors,
    answers: shows(BayAnswer, "The bay"),
  },
  {
    method: "delete",
    path: "/api/bays/{bay_id}",
    summary: "Deletes a bay",
    audience,
    answers: shows(Ok, "Deleted"),
  },
];

export const COMPANION_ROUTES: RouteDescription[] = [...SESSION_ROUTES, ...PUCK_ROUTES, ...BAY_ROUTES];
