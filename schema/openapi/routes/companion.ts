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
    answers: shows(CompanionSignedIn, "The tokens, shown this once"),
    refusals: [401, 404, 429, 500],
  },
  "companion.session.delete": {
    summary: "Sign out a companion",
    about: "Both tokens of the phone end. Its pucks and bays stay the household's.",
    answers: shows(Ok, "Signed out"),
  },
  "companion.pucks.list": {
    summary: "List pucks",
    about: "Answers every puck that the household has registered, and the bay that each one stands in.",
    answers: shows(PuckList, "The pucks"),
  },
  "companion.pucks.register": {
    summary: "Register a puck",
    about:
      "Registering it again replaces the secret. A puck of another household answers 409 until it is released there.",
    answers: makes(PuckAnswer, "The puck"),
    refusals: [409],
  },
  "companion.pucks.startClaim": {
    summary: "Start a claim",
    about: "A new nonce voids the one before. The puck answers with the HMAC of the nonce under its secret.",
    answers: shows(ClaimNonce, "Good for 5 minutes and one use"),
    refusals: [404],
  },
  "companion.pucks.finishClaim": {
    summary: "Finish a claim",
    about:
      "The HMAC is hex or base64. Without `bay_id` the puck keeps its bay, or gets a new one. A puck that another household has claimed meanwhile answers 409 until it is released there.",
    answers: shows(ClaimFinished, "The bay and its mood"),
    refusals: [404, 409, 410],
  },
  "companion.pucks.release": {
    summary: "Release a puck",
    about: "Its bay stays, without a puck.",
    answers: shows(Ok, "Released"),
  },
  "companion.bays.list": {
    summary: "List bays",
    about: "Each bay has the mood that a press of its puck would show now.",
    answers: shows(BayList, "The bays"),
  },
  "companion.bays.getMood": {
    summary: "Get a bay's mood",
    about: "`reason` says in a sentence why. An alarm breaks through a mood that was set by hand.",
    answers: shows(BayMood, "The mood"),
  },
  "companion.bays.setMood": {
    summary: "Set a bay's mood",
    about: "Without `hours` the mood stands until it is cleared.",
    answers: shows(BayMood, "The mood"),
  },
  "companion.bays.chooseSensors": {
    summary: "Change a bay",
    about:
      "Its name, and the sensors that make its mood: `space: null` is the whole home, `sensor_ids: null` all sensors of the space; what is left out stays.",
    answers: shows(BayAnswer, "The bay"),
  },
  "companion.bays.delete": {
    summary: "Delete a bay",
    about: "A puck that stood in it is free for another bay.",
    answers: shows(Ok, "Deleted"),
  },
} satisfies WordsOf<typeof COMPANION>;

export const COMPANION_ROUTES = described(COMPANION, COMPANION_WORDS, { audience: "companion" });
