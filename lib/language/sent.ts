import { LIMITS } from "../../schema/limits.ts";
import type { AlertKind, Block } from "../../schema/vocabulary.ts";
import enKinds from "./en/kinds.json" with { type: "json" };
import enNotices from "./en/notices.json" with { type: "json" };
import enReports from "./en/reports.json" with { type: "json" };
import esKinds from "./es/kinds.json" with { type: "json" };
import esNotices from "./es/notices.json" with { type: "json" };
import esReports from "./es/reports.json" with { type: "json" };
import { kindWords } from "./kind-words.ts";
import type { Hour } from "./notice-view.ts";
import { inEach, named, toldBy, withTexts } from "./with-texts.ts";

// Apart from `languages.ts`: they are 50 KB, and only the functions that send carry them.

const KINDS = { en: enKinds, es: esKinds };

/** An hour as a language says it: `Fri 3:05 AM`, `las 3:05 del vie`, `la 1:30`. */
const hourTextOf =
  ({ one, other, dated }: (typeof enNotices)["notices"]["hour"]) =>
  ({ clock, weekday }: Hour): string => {
    const hour = named(/^1:/.test(clock) ? one : other, { clock });
    return weekday === null ? hour : named(dated, { hour, weekday });
  };

/** All that goes out about alerts. */
export const NOTICES = /* @__PURE__ */ inEach(
  { en: enNotices, es: esNotices },
  ({ notices, told }, language) => {
    const hourText = hourTextOf(notices.hour);
    const blocks: Record<Block, string> = notices.blocks;
    return {
      ...withTexts(notices, toldBy(told.notices)),
      hourText,
      wasAtHour: (value: string, hour: Hour) => {
        const text = notices.wasAt[hour.weekday === null ? "today" : "dated"];
        return named(text, { value, ...hour, hour: hourText(hour) });
      },
      kinds: kindWords(KINDS[language], hourText),
      /** Why a message is not sent on the channel that was chosen for it: a part of a sentence. */
      blocks: Object.fromEntries(
        Object.entries(blocks).map(([block, text]) => [block, named(text, LIMITS)]),
      ) as Record<Block, string>,
    };
  },
);
export type NoticeWords = (typeof NOTICES)["en"];

/** All that goes to people outside the home, and what the members hear of their answers. */
export const RESPONDERS = /* @__PURE__ */ inEach({ en: enNotices, es: esNotices }, ({ responders, told }) =>
  withTexts(responders satisfies { kinds: Record<AlertKind, string> }, toldBy(told.responders)),
);

/** The reports. What is passed is said already: values, spans, times and names. */
export const REPORTS = /* @__PURE__ */ inEach({ en: enReports, es: esReports }, ({ reports, told }) =>
  withTexts(reports, toldBy(told.reports)),
);
export type ReportWords = (typeof REPORTS)["en"];
