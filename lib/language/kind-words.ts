import { ALERT_KINDS, type AlertKind } from "../../schema/vocabulary.ts";
import type texts from "./en/kinds.json";
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
 * What is said of an alert when it begins, while it lasts, where more is to be said than that it got worse, when it is
 * over, or explained, and what to do about it; and the same, `again`, where it comes and goes.
 */
type Part = "bad" | "still" | "worse" | "over" | "answered" | "advice" | "again" | "againAdvice";

export type KindWords = {
  /** The kind in a list of counts: `2 freeze, 1 leak`. */
  noun: string;
  /** Empty where the usual words do. */
  say: (part: Part, view: NoticeView) => string;
};

/** The sentences of all kinds in one language; `{where}` and the like are what a view has, or what is said beside it. */
export type KindTexts = typeof texts;

/** An hour as a language says it: `3:05 AM`, `las 3:05 del vie`. */
export type HourText = (hour: Hour) => string;

type Values = Record<string, string | number | null>;

type Kind<Texts> = {
  /**
   * Which of a part's texts says it, or which text of the kind, by its path; null for the part's only one. A kind that has
   * no text of that name has no words of its own.
   */
  which?: (part: Part, view: NoticeView) => string | null;
  /** What is said beside what a view has. `text` is what these stand in. */
  values?: (view: NoticeView, said: { texts: Texts; text: string; hourText: HourText }) => Values;
};

const cold = (view: NoticeView) => (isFrozen(view) ? "frozen" : isCritical(view) ? "danger" : "cold");

const isOneOf = (part: Part, parts: readonly Part[]): boolean => parts.includes(part);

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
          return Number(more(view, "damp_days") ?? 1) > 1 ? "week" : "day";
        case "againAdvice":
          return wet === null ? "damp" : "usual";
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
  // The coldest of several rooms.
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
      // Who watches meanwhile.
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
      // A state has no number worth telling.
      const isState = (evidence?.unit ?? null) === null;
      return {
        rule: presence === null ? name : texts.presence[presence],
        reading: isState ? view.where : `${view.where} ${view.isAt}${view.trend}`,
      };
    },
  },
};

/** When the first room may freeze, by the clock. */
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
    // What is forecast is the same from its beginning to its end.
    const own = part === "still" && textAt(texts, "still") === undefined ? "bad" : part;
    const found = [`${own}.${name}`, name, own].map((path) => textAt(texts, path));
    const text = found.find((each) => typeof each === "string") ?? "";
    return named(text, { ...view, ...values?.(view, { texts, text, hourText }) });
  };
}

/** What stands at `bad.cold`. */
const textAt = (texts: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce((part: unknown, name) => (part as Record<string, unknown> | undefined)?.[name], texts);
