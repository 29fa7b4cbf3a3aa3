import { sayIn } from "../../lib/language/say.ts";
import { NOTICES } from "../../lib/language/sent.ts";
import type { LastDay } from "../../lib/messages/audience/due-finding.ts";
import { pictureOf } from "../../lib/messages/notice/notice-view.ts";

/** Returns the picture of a day, in English. */
export const pictureSaid = (lastDay: LastDay, temperatureUnit: "°F" | "°C") =>
  pictureOf(lastDay, sayIn({ language: "en", temperatureUnit, timeZone: "UTC" }), NOTICES.en);
