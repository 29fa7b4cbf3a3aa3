import { ALERT_KINDS, type AlertKind } from "../../schema/vocabulary.ts";
import type texts from "./en/kinds.json";
import { pumpedAdvice } from "./languages.ts";
import {
  batteryLeft,
  freezesFrom,
  type Hour,
  hasFrozen,
  isCold,
  isCritical,
  isFridge,
  isFrozen,
  isOldReading,
  isPowerOut,
  isThawing,
  isUsualCold,
  lastHeard,
  more,
  type NoticeView,
  presenceIn,
  wetFrom,
  wetOften,
} from "./notice-view.ts";
import { nameText } from "./sms-text.ts";
import { named } from "./with-texts.ts";

/**
 * The part of a message about an alert: it began (`bad`), lasts (`still`), got worse, is over, was explained by a
 * person (`answered`), or the advice. `again` and `againAdvice`: it comes and goes.
 */
type Part = "bad" | "still" | "worse" | "over" | "answered" | "advice" | "again" | "againAdvice";

export type KindWords = {
  /** The name of the kind in a list of counts: `2 freeze, 1 leak`. */
  noun: string;
  /** Returns the sentence for a part, or "" if the kind has no words of its own for it. */
  say: (part: Part, view: NoticeView) => string;
};

/** The sentences of all kinds in one language. Placeholders such as `{where}` are fields of the view or of `values`. */
export type KindTexts = typeof texts;

/** Writes an hour in a language: `3:05 AM`, `las 3:05 del vie`. */
export type HourText = (hour: Hour) => string;

type Values = Record<string, string | number | null>;

type Kind<Texts> = {
  /**
   * Returns the path of the text, within the part's texts or within the kind's; null if the part has only one text. If
   * there is no text at the path, the kind has no words of its own for the part.
   */
  which?: (part: Part, view: NoticeView) => string | null;
  /** Returns the values of further placeholders. `text` is the sentence that contains them. */
  values?: (view: NoticeView, said: { texts: Texts; text: string; hourText: HourText }) => Values;
};

const cold = (view: NoticeView) => (isFrozen(view) ? "frozen" : isCritical(view) ? "danger" : "cold");

const isOneOf = (part: Part, parts: readonly Part[]): boolean => parts.includes(part);

const pumpedIn = ({ where, say }: NoticeView): string | null => pumpedAdvice(where, say.language);

const KINDS: { readonly [K in AlertKind]: Kind<KindTexts[K]> } = {
  freeze: {
    which: (part, view) => {
      if (part === "advice") return view.finding.severity;
      if (part === "over") return isUsualCold(view) ? "usual" : isCold(view) ? "milder" : null;
      return part === "bad" && !isCritical(view) ? "cold" : cold(view);
    },
  },
  humidity: { which: (_, { finding }) => (finding.limit?.name === "low" ? "dry" : "damp") },
  leak: {
    which: (part, view) => {
      const wet = wetOften(view);
      switch (part) {
        case "worse":
          return wetFrom(view) === null ? "usual" : "from";
        case "still":
        case "again":
          if (wet !== null) return `still.${wet.times === 1 ? "again" : "often"}`;
          if (part === "still") return isOldReading(view.finding) ? "last" : "now";
          if (typeof more(view, "damp_spells") !== "number") return "usual";
          return Number(more(view, "damp_days") ?? 1) > 1 ? "fortnight" : "day";
        case "againAdvice":
          return wet === null ? "damp" : "usual";
        case "advice":
          return pumpedIn(view) !== null ? "pumped" : wet === null ? "now" : "often";
        default:
          return wet === null ? "now" : "often";
      }
    },
    values: (view, { hourText }) => {
      const from = wetFrom(view);
      return {
        times: wetOften(view)?.times ?? null,
        from: from && hourText(from),
        read: hourText(lastHeard(view)),
        spells: more(view, "damp_spells"),
        pumped: pumpedIn(view),
      };
    },
  },
  outage: {
    which: (part, view) => (part === "advice" && batteryLeft(view) !== null ? "battery" : null),
    values: (view, { hourText }) => ({ since: hourText(lastHeard(view)), battery: batteryLeft(view) }),
  },
  forecast: { which: (_, { finding }) => (finding.limit?.name === "indoor_low" ? "indoor" : "outdoor") },
  time_to_freeze: {
    which: (part, view) => {
      if (hasFrozen(view) && isOneOf(part, ["bad", "still", "over"])) return "frozen";
      if (part === "over") return view.holdsAt === "" ? "unknown" : "known";
      return view.freezes === "" ? "soon" : "dated";
    },
  },
  // The place and the reading are those of the coldest room.
  heating_stopped: {
    which: (part) => (part === "worse" ? "still" : null),
    values: (view, { texts }) => ({
      place: nameText(String(more(view, "place") ?? ""), view.where),
      freezing: view.freezes === "" || isFrozen(view) ? "" : named(texts.freezing, view),
    }),
  },
  cold_storage: {
    which: (part, view) => {
      if (part === "advice" && isFridge(view)) return "fridge";
      return (part === "worse" ? "bad." : "") + (isThawing(view) ? "thawing" : "warm");
    },
  },
  sensor_fault: {
    values: (view, { texts: { faults, watch } }) => {
      const [fault, guards, standIn] = [more(view, "fault"), more(view, "guards"), more(view, "stand_in")];
      const name = nameText(String(standIn ?? ""), watch.another);
      // Tells what another sensor monitors meanwhile, or what is not monitored.
      const unwatched = guards === null ? "nothing" : guards === "water" ? "water" : "freeze";
      const watched = watch[standIn === null ? unwatched : "standIn"];
      return {
        fault: fault === "unplugged" || fault === "stuck" ? faults[fault] : faults.other,
        watch: named(watched, { name }),
      };
    },
  },
  incident: {
    which: (part, view) => (part === "worse" ? "still." : "") + (isPowerOut(view) ? "power" : "silence"),
    values: (view, { texts, text, hourText }) => {
      const bound = boundText(view, texts.bound, hourText);
      const stop = /[.?]\{bound\}$/.test(text) ? " " : ". ";
      return { since: hourText(lastHeard(view)), bound: bound && stop + bound };
    },
  },
  rule: {
    which: (part, view) => (part === "advice" && presenceIn(view) !== null ? "away" : null),
    values: (view, { texts }) => {
      const { settings, evidence } = view.finding;
      const presence = presenceIn(view);
      const name = nameText("name" in settings ? String(settings.name) : "", texts.unnamed);
      // A state's number means nothing to readers.
      const isState = (evidence?.unit ?? null) === null;
      return {
        rule: presence === null ? name : texts.presence[presence],
        reading: isState ? view.where : `${view.where} ${view.isAt}${view.trend}`,
      };
    },
  },
};

/** Writes when the first room may freeze; "" if unknown. */
function boundText(view: NoticeView, texts: KindTexts["incident"]["bound"], hourText: HourText): string {
  const from = freezesFrom(view);
  if (from === null) return "";
  const room = nameText(String(more(view, "room") ?? ""), texts.anyRoom);
  const freezing = view.say.freezing();
  return from === "now"
    ? named(texts.now, { room, freezing })
    : named(texts.from, { room, freezing, hour: hourText(from) });
}

export function kindWords(all: KindTexts, hourText: HourText): Record<AlertKind, KindWords> {
  const wordsOf = <K extends AlertKind>(kind: K) => sayer(all[kind], KINDS[kind], hourText);
  return Object.fromEntries(
    ALERT_KINDS.map((kind) => [kind, { noun: all[kind].noun, say: wordsOf(kind) }]),
  ) as Record<AlertKind, KindWords>;
}

function sayer<Texts>(texts: Texts, { which, values }: Kind<Texts>, hourText: HourText): KindWords["say"] {
  return (part, view) => {
    const name = which?.(part, view) ?? "";
    // A kind without a text for `still`, such as a forecast, repeats its first sentence.
    const own = part === "still" && textAt(texts, "still") === undefined ? "bad" : part;
    const found = [`${own}.${name}`, name, own].map((path) => textAt(texts, path));
    const text = found.find((each) => typeof each === "string") ?? "";
    return named(text, { ...view, ...values?.(view, { texts, text, hourText }) });
  };
}

/** Returns the text at a path such as `bad.cold`. */
const textAt = (texts: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce((part: unknown, name) => (part as Record<string, unknown> | undefined)?.[name], texts);
