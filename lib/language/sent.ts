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

// Separate from `languages.ts`: these texts have 50 KB, and only the functions that send need them.

const KINDS = { en: enKinds, es: esKinds };

/** Writes an hour in a language: `Fri 3:05 AM`, `las 3:05 del vie`, `la 1:30`. */
const hourTextOf =
  ({ one, other, dated }: (typeof enNotices)["notices"]["hour"]) =>
  ({ clock, weekday }: Hour): string => {
    const hour = named(/^1:/.test(clock) ? one : other, { clock });
    return weekday === null ? hour : named(dated, { hour, weekday });
  };

/** The words of all messages about alerts. */
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
      /** The reasons for not sending on the chosen channel, as parts of a sentence. */
      blocks: Object.fromEntries(
        Object.entries(blocks).map(([block, text]) => [block, named(text, LIMITS)]),
      ) as Record<Block, string>,
    };
  },
);
export type NoticeWords = (typeof NOTICES)["en"];

/** The words of messages to contacts outside the home, and of the news to members about their answers. */
export const RESPONDERS = /* @__PURE__ */ inEach({ en: enNotices, es: esNotices }, ({ responders, told }) =>
  withTexts(responders satisfies { kinds: Record<AlertKind, string> }, toldBy(told.responders)),
);

/** The words of reports. Values, spans, times and names are passed as texts. */
export const REPORTS = /* @__PURE__ */ inEach({ en: enReports, es: esReports }, ({ reports, told }) =>
  withTexts(reports, toldBy(told.reports)),
);
export type ReportWords = (typeof REPORTS)["en"];
