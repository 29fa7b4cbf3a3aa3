import type { Transition } from "../../../schema/vocabulary.ts";
import { asksForUnit } from "../../alerts/assumed-unit.ts";
import type { NoticeView } from "../../language/notice-view.ts";
import type { KindWords, NoticeWords } from "../../language/notice-words.ts";

/** Asks what nobody has said, of the number as it was sent; null where the unit is known. */
function unitQuestion({ finding, where, say }: NoticeView, words: NoticeWords): string | null {
  const { evidence } = finding;
  if (evidence === null || !asksForUnit(evidence)) return null;
  return words.askUnit(where, say.quantity({ value: evidence.value, unit: null }));
}

/** What becomes of the reminders, where that changes with this one. */
export const cadenceText = ({ finding }: NoticeView, { cadence }: NoticeWords): string =>
  finding.cadence === undefined ? "" : cadence[finding.cadence];

/** While nobody has said the unit, the question is all that can be said. */
const ASKS: readonly Transition[] = ["opened", "worsened", "eased", "reminded"];

/** With why its reader hears of it again; "It got worse since you took it on" says that it is worse. */
export function ledHeadline(
  view: NoticeView,
  lead: keyof NoticeWords["leads"] | null,
  words: NoticeWords,
): string {
  if (lead === null) return headlineOf(view, words);
  const finding = lead === "worse" ? { ...view.finding, transition: "opened" as const } : view.finding;
  return words.leads[lead](headlineOf({ ...view, finding }, words));
}

function headlineOf(view: NoticeView, words: NoticeWords): string {
  const { transition, openings, kind } = view.finding;
  const said = words.kinds[kind];
  const question = unitQuestion(view, words);
  if (question !== null && ASKS.includes(transition)) return question;
  switch (transition) {
    case "opened":
      // This includes one that was held back until now: its reader hears of it for the first time.
      return said.bad(view);
    case "worsened":
      return said.worse?.(view) ?? words.worse(said.bad(view));
    case "eased":
      return words.eased(said.still(view));
    case "reminded":
      return said.still(view);
    case "closed":
      return endOf(view, said, words);
    case "distrusted":
      return words.distrusted(view.where);
    case "flapping":
      return words.flapping(view.where, openings);
    default:
      return transition satisfies never;
  }
}

function endOf(view: NoticeView, said: KindWords, words: NoticeWords): string {
  const { reason, evidence } = view.finding;
  if (reason === "recovered") return said.over(view);
  if (reason === "misread") {
    // What it was taken for is in the evidence.
    const [sent, taken] = evidence?.unit === "°C" ? (["°F", "°C"] as const) : (["°C", "°F"] as const);
    return words.misread(view.where, sent, taken);
  }
  const answered = reason === "answered" ? said.answered?.(view) : undefined;
  return answered ?? words.notMonitored(view.where);
}

/** A recovery says how long it lasted, anything else since when it is so. */
export function sinceText({ finding, lasted, sinceHour }: NoticeView, words: NoticeWords): string {
  if (finding.transition === "closed") return lasted === "" ? "" : words.after(lasted);
  const isNews = finding.transition === "opened" && !finding.delayed;
  return isNews || sinceHour === null || finding.kind === "outage" ? "" : words.since(sinceHour);
}

export function adviceOf(view: NoticeView, words: NoticeWords): string {
  const { transition, kind } = view.finding;
  if (transition === "closed") return "";
  if (transition === "distrusted") return words.distrustedAdvice;
  const said = words.kinds[kind];
  const again = transition === "flapping" ? said.again?.(view) : null;
  if (again != null) return again.advice;
  const advice = unitQuestion(view, words) === null ? said.advice(view) : words.unitAdvice;
  return transition === "flapping" ? words.flappingAdvice(advice) : advice;
}
