import type { ToldWords, Words } from "../en/pages.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import { calledTexts } from "../words.ts";
import { ES_CALLED, ES_FAILURES } from "./channels.ts";
import texts from "./pages.json" with { type: "json" };
import { problemEs, refusedBodyEs } from "./problems.ts";
import { ES_SENSOR_KINDS } from "./reasons.ts";
import valued from "./told.json" with { type: "json" };

/** Spanish. */
const told: ToldWords = {
  alertPage: {
    channels: {
      ...texts.alertPage.channels,
      ...calledTexts(ES_CALLED, "name"),
    },
  },
  sensorKinds: ES_SENSOR_KINDS,
  received: {
    refusal: refusedBodyEs,
  },
  notifications: {
    contactKinds: {
      ...calledTexts(ES_CALLED, "asked"),
    },
  },
  failures: ES_FAILURES,
  problem: {
    told: problemEs,
  },
};

export const es: Words = withTexts(withTexts(texts, toldBy(valued)), told);
