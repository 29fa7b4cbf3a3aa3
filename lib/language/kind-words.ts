import type { AlertKind } from "../../schema/vocabulary.ts";
import type texts from "./en/kinds.json";
import {
  batteryLeft,
  freezesFrom,
  type Hour,
  hasFrozen,
  hasNumber,
  isCritical,
  isDry,
  isFrozen,
  isIndoor,
  isOfAWeek,
  isPowerOut,
  isThawing,
  isUsualCold,
  lastHeard,
  more,
  type NoticeView,
  namedIn,
  placeOf,
  presenceIn,
  standInValue,
  wetFrom,
  wetOften,
} from "./notice-view.ts";
import { nameText } from "./sms-text.ts";
import { named } from "./with-texts.ts";

/** What a kind says: when it begins or gets worse, while it lasts, when it is over, and what to do about it. */
export type KindWords = {
  /** The kind in a list of counts: `2 freeze, 1 leak`. */
  noun: string;
  /** The kind in a sentence about an alert: `Crawlspace: freezing cold, critical`. */
  plight: string;
  bad: (view: NoticeView) => string;
  still: (view: NoticeView) => string;
  /** Words for getting worse, where it is more than "Worse:" before `bad`. */
  worse?: (view: NoticeView) => string;
  over: (view: NoticeView) => string;
  /** Where it comes and goes: one line for all of it, and what to do; null where the usual words do. */
  again?: (view: NoticeView) => { line: string; advice: string } | null;
  /** The question, where an answer may end it. */
  answered?: (view: NoticeView) => string;
  advice: (view: NoticeView) => string;
};

/** The sentences of all kinds in one language; `{where}` and the like are what a view has, or what is said beside it. */
export type KindTexts = typeof texts;

/** An hour as a language says it: `3:05 AM`, `las 3:05 del vie`. */
export type HourText = (hour: Hour) => string;

type Values = Record<string, string | number>;
/** Adds its values to a sentence. */
type Fill = (text: string, view: NoticeView, values?: Values) => string;

const fill: Fill = (text, view, values = {}) => named(text, { ...view, ...values });

/** Which sentence each kind says of what, for the texts of a language. */
export const kindWords = (all: KindTexts, hourText: HourText): Record<AlertKind, KindWords> => ({
  freeze: freezeWords(all.freeze),
  humidity: humidityWords(all.humidity),
  leak: leakWords(all.leak, hourText),
  outage: outageWords(all.outage, hourText),
  forecast: forecastWords(all.forecast),
  time_to_freeze: hoursLeftWords(all.time_to_freeze),
  heating_stopped: heatingWords(all.heating_stopped),
  cold_storage: coldStorageWords(all.cold_storage),
  sensor_fault: faultWords(all.sensor_fault),
  incident: incidentWords(all.incident, hourText),
  rule: ruleWords(all.rule),
});

const faultWords = (texts: KindTexts["sensor_fault"]): KindWords => {
  const { faults, watch } = texts;
  const faultIn = (view: NoticeView) => {
    const fault = more(view, "fault");
    return { fault: fault === "unplugged" || fault === "stuck" ? faults[fault] : faults.other };
  };
  /** Says who watches meanwhile. */
  const watchText = (view: NoticeView): string => {
    const [guards, standIn, at] = [more(view, "guards"), more(view, "stand_in"), standInValue(view)];
    if (standIn === null) return watch[guards === "water" ? guards : guards === null ? "nothing" : "freeze"];
    const name = nameText(String(standIn), watch.another);
    return at === null ? fill(watch.standIn, view, { name }) : fill(watch.standInAt, view, { name, at });
  };
  return {
    ...texts,
    bad: (view) => fill(texts.bad, view, faultIn(view)),
    still: (view) => fill(texts.still, view, faultIn(view)),
    over: (view) => fill(texts.over, view),
    advice: (view) => fill(texts.advice, view, { watch: watchText(view) }),
  };
};

const freezeWords = (texts: KindTexts["freeze"]): KindWords => {
  const cold = (view: NoticeView) => (isFrozen(view) ? "frozen" : isCritical(view) ? "danger" : "cold");
  return {
    ...texts,
    bad: (view) => fill(texts.bad[isCritical(view) ? cold(view) : "cold"], view),
    still: (view) => fill(texts.still[cold(view)], view),
    over: (view) => fill(isUsualCold(view) ? texts.usual : texts.over, view),
    advice: (view) => texts.advice[view.finding.severity],
  };
};

const humidityWords = (texts: KindTexts["humidity"]): KindWords => {
  const air = (view: NoticeView) => (isDry(view) ? "dry" : "damp");
  return {
    ...texts,
    bad: (view) => fill(texts.bad[air(view)], view),
    still: (view) => fill(texts.still[air(view)], view),
    over: (view) => fill(texts.over, view),
    advice: (view) => texts.advice[air(view)],
  };
};

const leakWords = (texts: KindTexts["leak"], hourText: HourText): KindWords => {
  const often = (view: NoticeView) => {
    const wet = wetOften(view);
    return wet === null ? null : { times: wet.times, from: hourText(wet.from) };
  };
  const bad = (view: NoticeView) => {
    const wet = often(view);
    return wet === null ? fill(texts.bad.now, view) : fill(texts.bad.often, view, wet);
  };
  const still = (view: NoticeView) => {
    const wet = often(view);
    if (wet === null) return fill(texts.still.now, view);
    return fill(wet.times === 1 ? texts.still.again : texts.still.often, view, wet);
  };
  return {
    ...texts,
    bad,
    still,
    worse: (view) => {
      const from = wetFrom(view);
      return from === null
        ? fill(texts.worse.usual, view, { bad: bad(view) })
        : fill(texts.worse.from, view, { from: hourText(from) });
    },
    over: (view) => fill(texts.over, view),
    again: (view) => {
      if (often(view) !== null) return { line: still(view), advice: texts.advice.usual };
      const spells = more(view, "damp_spells");
      const { day, week, advice } = texts.damp;
      return typeof spells === "number"
        ? { line: fill(isOfAWeek(view) ? week : day, view, { spells }), advice }
        : null;
    },
    advice: (view) => (often(view) === null ? texts.advice.now : texts.advice.often),
  };
};

const outageWords = (texts: KindTexts["outage"], hourText: HourText): KindWords => ({
  ...texts,
  bad: (view) => fill(texts.bad, view, { since: hourText(lastHeard(view)) }),
  still: (view) => fill(texts.still, view),
  over: (view) => fill(texts.over, view),
  advice: (view) => {
    const battery = batteryLeft(view);
    return battery === null ? texts.advice : fill(texts.battery, view, { battery });
  },
});

const forecastWords = (texts: KindTexts["forecast"]): KindWords => {
  const side = (view: NoticeView) => (isIndoor(view) ? "indoor" : "outdoor");
  const bad = (view: NoticeView) => fill(texts.bad[side(view)], view);
  return {
    ...texts,
    bad,
    still: bad,
    over: (view) => fill(texts.over[side(view)], view),
    advice: () => texts.advice,
  };
};

const hoursLeftWords = (texts: KindTexts["time_to_freeze"]): KindWords => {
  const unlessFrozen = (view: NoticeView, text: string) => fill(hasFrozen(view) ? texts.frozen : text, view);
  const bad = (view: NoticeView) => unlessFrozen(view, texts.bad[view.freezes === "" ? "soon" : "dated"]);
  return {
    ...texts,
    bad,
    still: bad,
    over: (view) => unlessFrozen(view, texts.over[view.holdsAt === "" ? "unknown" : "known"]),
    advice: () => texts.advice,
  };
};

/** The coldest of several rooms. */
const heatingWords = (texts: KindTexts["heating_stopped"]): KindWords => {
  const said = (text: string) => (view: NoticeView) => {
    const freezing = view.freezes === "" || isFrozen(view) ? "" : fill(texts.freezing, view);
    return fill(text, view, { place: placeOf(view), freezing });
  };
  const over = { warming: said(texts.over.warming), warm: said(texts.over.warm) };
  return {
    ...texts,
    bad: said(texts.bad),
    worse: said(texts.still),
    still: said(texts.still),
    over: (view) => over[isFrozen(view) ? "warming" : "warm"](view),
    answered: said(texts.answered),
    advice: () => texts.advice,
  };
};

const coldStorageWords = (texts: KindTexts["cold_storage"]): KindWords => {
  const state = (view: NoticeView) => (isThawing(view) ? "thawing" : "warm");
  const bad = (view: NoticeView) => fill(texts.bad[state(view)], view);
  return {
    ...texts,
    bad,
    worse: bad,
    still: (view) => fill(texts.still, view),
    over: (view) => fill(texts.over, view),
    advice: (view) => texts.advice[state(view)],
  };
};

const incidentWords = (texts: KindTexts["incident"], hourText: HourText): KindWords => {
  const cause = (view: NoticeView) => (isPowerOut(view) ? "power" : "silence");
  /** When the first room may freeze, by the clock. */
  const boundText = (view: NoticeView): string => {
    const from = freezesFrom(view);
    if (from === null) return "";
    const room = nameText(namedIn(view, "room") ?? "", texts.bound.anyRoom);
    const freezing = view.say.freezing();
    return from === "now"
      ? fill(texts.bound.now, view, { room, freezing })
      : fill(texts.bound.from, view, { room, freezing, hour: hourText(from) });
  };
  const said = (text: string, view: NoticeView) => {
    const bound = boundText(view);
    const stop = /[.?]\{bound\}$/.test(text) ? " " : ". ";
    const since = hourText(lastHeard(view));
    return fill(text, view, { since, bound: bound === "" ? "" : `${stop}${bound}` });
  };
  const still = (view: NoticeView) => said(texts.still[cause(view)], view);
  return {
    ...texts,
    bad: (view) => said(texts.bad[cause(view)], view),
    still,
    worse: still,
    over: (view) => fill(texts.over[cause(view)], view),
    advice: () => texts.advice,
  };
};

const ruleWords = (texts: KindTexts["rule"]): KindWords => {
  const said = (text: string) => (view: NoticeView) => {
    const { settings } = view.finding;
    const presence = presenceIn(view);
    const rule =
      presence === null
        ? nameText("name" in settings ? settings.name : "", texts.unnamed)
        : texts.presence[presence];
    const reading = hasNumber(view) ? `${view.where} ${view.isAt}${view.trend}` : view.where;
    return fill(text, view, { rule, reading });
  };
  return {
    ...texts,
    bad: said(texts.bad),
    still: said(texts.still),
    over: said(texts.over),
    advice: () => texts.advice,
  };
};
