import type { MoodWords } from "../en/moods.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import texts from "./moods.json" with { type: "json" };

const LIST = /* @__PURE__ */ new Intl.ListFormat("es");

export const ES_MOODS: MoodWords = /* @__PURE__ */ withTexts(
  withTexts(texts.moods, toldBy(texts.told.moods)),
  {
    list: (names, more) => LIST.format(more > 0 ? [...names, `${more} más`] : names),
    offline: (devices, count) => `${devices} ${count === 1 ? "está" : "están"} sin conexión`,
  } satisfies Partial<MoodWords>,
);
