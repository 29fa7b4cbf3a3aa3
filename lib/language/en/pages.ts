import { PROBLEMS } from "../../../schema/problems.ts";
import type { Channel } from "../../../schema/vocabulary.ts";
import type { Problem } from "../../kernel/outcome.ts";
import { SENSOR_KIND_NAMES } from "../sensor-name.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import { calledTexts } from "../words.ts";
import { EN_CALLED, EN_FAILURES } from "./channels.ts";
import texts from "./pages.json" with { type: "json" };
import valued from "./told.json" with { type: "json" };

/** English: plain texts stand in `pages.json`, those with values in `told.json`, and here those that take a decision. */
const told = {
  alertPage: {
    channels: {
      ...texts.alertPage.channels,
      ...calledTexts(EN_CALLED, "name"),
    } satisfies Record<Channel, string>,
  },
  sensorKinds: SENSOR_KIND_NAMES,
  received: {
    refusal: (sentence: string) => sentence,
  },
  notifications: {
    contactKinds: {
      ...calledTexts(EN_CALLED, "asked"),
    } as Partial<Record<Channel, string>>,
  },
  failures: EN_FAILURES,
  problem: {
    told: ({ name, sentence, sentences }: Problem): string =>
      sentences?.en ?? sentence ?? PROBLEMS[name].error,
  },
};

export type ToldWords = typeof told;
export const en = withTexts(withTexts(texts, toldBy(valued)), told);
export type Words = typeof en;
