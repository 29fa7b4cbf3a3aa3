import { COMPANION } from "../../routes/companion.ts";
import {
  BayAnswer,
  BayList,
  BayMood,
  ClaimFinished,
  ClaimNonce,
  CompanionSignedIn,
  PuckAnswer,
  PuckList,
} from "../../wire/companion.ts";
import { Ok } from "../../wire/text.ts";
import { described, type WordsOf } from "../described.ts";
import { makes, shows } from "../route.ts";

export const COMPANION_WORDS = {
  "companion.session.create": {
    summary: "Sign in a companion",
    about:
      "The code and its challenge come from `POST /api/account/sign-in`. The access token lasts 15 minutes, the refresh token 60 days.",
    answers: shows(CompanionSignedIn, "The tokens. They can't be shown again"),
    refusals: [401, 404, 429, 500],
  },
  "companion.session.delete": {
    summary: "Sign out a companion",
    about: "Ends both tokens of the phone. The household keeps its pucks and bays.",
    answers: shows(Ok, "Signed out"),
  },
  "companion.pucks.list": {
    summary: "List pucks",
    about: "Returns every puck that the household has registered, and the bay of each.",
    answers: shows(PuckList, "The pucks"),
  },
  "companion.pucks.register": {
    summary: "Register a puck",
    about:
      "Registering a puck again replaces its secret. If the puck belongs to another household, the answer is 409 until that household releases it.",
    answers: makes(PuckAnswer, "The puck"),
    refusals: [409],
  },
  "companion.pucks.startClaim": {
    summary: "Start a claim",
    about:
      "A new nonce replaces the previous one. The puck answers with the HMAC of the nonce under its secret.",
    answers: shows(ClaimNonce, "The nonce. It works once, within 5 minutes"),
    refusals: [404],
  },
  "companion.pucks.finishClaim": {
    summary: "Finish a claim",
    about:
      "Send the HMAC as hex or base64. Without `bay_id` the puck keeps its bay or gets a new one. If another household has claimed the puck meanwhile, the answer is 409 until that household releases it.",
    answers: shows(ClaimFinished, "The bay and its mood"),
    refusals: [404, 409, 410],
  },
  "companion.pucks.release": {
    summary: "Release a puck",
    about: "The bay stays, without a puck.",
    answers: shows(Ok, "Released"),
  },
  "companion.bays.list": {
    summary: "List bays",
    about: "Each bay has its current mood, as a press of its puck would show it.",
    answers: shows(BayList, "The bays"),
  },
  "companion.bays.getMood": {
    summary: "Get a bay's mood",
    about: "`reason` explains the mood in a sentence. An alarm overrides a mood that somebody set by hand.",
    answers: shows(BayMood, "The mood"),
  },
  "companion.bays.setMood": {
    summary: "Set a bay's mood",
    about: "Without `hours` the mood lasts until somebody clears it.",
    answers: shows(BayMood, "The mood"),
  },
  "companion.bays.chooseSensors": {
    summary: "Update a bay",
    about:
      "Changes its name and the sensors that determine its mood. `space: null` means the whole home, `sensor_ids: null` all sensors of the space. Fields you omit keep their value.",
    answers: shows(BayAnswer, "The bay"),
  },
  "companion.bays.delete": {
    summary: "Delete a bay",
    about: "Its puck becomes free for another bay.",
    answers: shows(Ok, "Deleted"),
  },
} satisfies WordsOf<typeof COMPANION>;

export const COMPANION_ROUTES = described(COMPANION, COMPANION_WORDS, { audience: "companion" });
