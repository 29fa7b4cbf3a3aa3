import type { AlertKind } from "../../../schema/vocabulary.ts";
import type { Finding } from "../../alerts/finding.ts";
import { REASONS } from "../../language/languages.ts";
import type { NoticeView } from "../../language/notice-view.ts";
import type { NoticeWords } from "../../language/notice-words.ts";
import { reasonText } from "../../language/reason-text.ts";
import type { MailFact } from "../mail/mail-layout.ts";
import { oneLine } from "./plain-text.ts";

/** A longer reason says no more. */
const WHY_CHARACTERS_MAX = 240;

/** Their number is no reading of the sensor. */
const READS_NOTHING: readonly AlertKind[] = ["outage", "forecast", "sensor_fault"];

export function factsOf(view: NoticeView, words: NoticeWords): MailFact[] {
  const { finding } = view;
  const { facts } = words;
  const isOver = finding.transition === "closed";
  const isNeverHeard = finding.evidence?.more?.never_heard === 1;
  const hasNumber = finding.evidence !== null && finding.evidence.unit !== null;
  const isReading = hasNumber && !READS_NOTHING.includes(finding.kind);
  const all: MailFact[] = [
    [facts.where, view.where],
    [facts.reading, isReading && finding.kind !== "time_to_freeze" ? `${view.value}, ${view.time}` : ""],
    [isNeverHeard ? facts.failingSince : facts.lastReading, finding.kind === "outage" ? view.time : ""],
    [facts.feed, feedText(finding, words)],
    [facts.since, isOver ? "" : view.since],
    [facts.lasted, isOver ? view.lasted : ""],
    [facts.worst, isOver && isReading && finding.kind !== "time_to_freeze" ? view.worst : ""],
    [facts.why, finding.transition === "distrusted" ? oneLine(whyText(view), WHY_CHARACTERS_MAX) : ""],
  ];
  return all.filter(([, value]) => value !== "");
}

/** What is older than the codes is an English sentence. */
const whyText = ({ finding: { why }, say }: NoticeView): string =>
  typeof why === "string" ? why : reasonText(why, REASONS[say.language], say);

/** What an outage knows of the feed that it is about: the word that the list of feeds has, too. */
function feedText({ kind, transition, evidence }: Finding, words: NoticeWords): string {
  const failure = evidence?.more?.feed_failure;
  return kind === "outage" && transition !== "closed" && typeof failure === "string"
    ? words.failing(failure)
    : "";
}
