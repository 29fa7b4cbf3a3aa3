import { toldBy, withTexts } from "../with-texts.ts";
import texts from "./moods.json" with { type: "json" };

const LIST = /* @__PURE__ */ new Intl.ListFormat("en-GB");

/** A language's words for why a bay feels as it does. Lists of names and temperatures come as texts. */
export const EN_MOODS = /* @__PURE__ */ withTexts(withTexts(texts.moods, toldBy(texts.told.moods)), {
  /** A list of names, `more` of which are left out. */
  list: (names: readonly string[], more: number) =>
    LIST.format(more > 0 ? [...names, `${more} more`] : names),
  offline: (devices: string, count: number) => `${devices} ${count === 1 ? "is" : "are"} offline`,
});
export type MoodWords = typeof EN_MOODS;
