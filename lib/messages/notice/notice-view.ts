import type { Language } from "../../../schema/vocabulary.ts";
import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import { convert } from "../../kernel/units.ts";
import { givenNameIn } from "../../language/given-names.ts";
import { hourFrom, isOldReading, type NoticeView } from "../../language/notice-view.ts";
import { type Say, sayIn } from "../../language/say.ts";
import type { NoticeWords } from "../../language/sent.ts";
import { nameText } from "../../language/sms-text.ts";
import { type MailPicture, sharesOf } from "../../outbox/mail/mail-layout.ts";
import { changeOf } from "../../readings/change.ts";
import type { DueFinding, DueNames, LastDay } from "../audience/due-finding.ts";

/** A picture of fewer hours would show no more than the text. */
const HOURS_MIN = 4;

type Evidence = NonNullable<DueFinding["finding"]["evidence"]>;

export type FindingView = NoticeView & Pick<DueFinding, "finding">;

/** A finding for one reader. `url` opens its alert. */
export type NoticeInput = Pick<DueFinding, "alertId" | "finding" | "names" | "before" | "lastDay"> & {
  household: { name: string; timeZone: string };
  reader: { language: Language; temperatureUnit: "°F" | "°C" };
  /** Why the reader gets the news again; null or absent for the first time. */
  lead?: keyof NoticeWords["leads"] | null;
  url: string;
  mayAcknowledge: boolean;
  /** Extra lines in the mail, such as that the month's text messages are used up. */
  notes: readonly string[];
};

export function viewOf({ finding, household, reader, names, before }: NoticeInput, words: NoticeWords) {
  const say = sayIn({ ...reader, timeZone: household.timeZone });
  const { evidence, peak } = finding;
  const reading = temperatureIn(finding);
  const began = beganAt(finding);
  const lasted = began === null ? null : (finding.closedAt ?? finding.at) - began;
  const home = nameText(household.name, words.yourHome);
  return {
    finding,
    say,
    home,
    where: whereText(names, home, reader.language),
    trend: evidence === null ? "" : trendText(evidence, before, say, words),
    freezes: evidence === null ? "" : freezesText(evidence, finding.at, say, words),
    ahead: evidence === null || evidence.at <= finding.at ? "" : words.ahead(say.time(evidence.at)),
    value: evidence === null ? "" : say.quantity(evidence),
    ...levelOf(reading, finding.at, say, words),
    time: evidence === null ? "" : say.time(evidence.at),
    worst: peak === null ? "" : say.quantity(peak),
    since: began === null ? "" : say.time(began),
    sinceHour: began === null ? null : hourFrom(say, began, finding.at),
    lasted: lasted === null ? "" : say.duration(lasted) || words.lessThanAMinute,
  };
}

/** Returns the evidence's reading. A time to freeze has hours: its reading is the temperature behind it. */
function temperatureIn({ kind, evidence }: DueFinding["finding"]): Evidence | null {
  if (evidence === null || kind !== "time_to_freeze") return evidence;
  const celsius = evidence.more?.celsius;
  return typeof celsius === "number" ? { ...evidence, value: celsius, unit: "°C" } : null;
}

/**
 * Returns when the episode began: for an outage, at the device's last reading, not when that became too old. Null for a
 * message between two episodes.
 */
function beganAt({ kind, transition, openedAt, closedAt, peak }: DueFinding["finding"]): Moment | null {
  if (transition !== "closed" && closedAt !== null) return null;
  return (kind === "outage" || kind === "incident") && peak !== null ? peak.at : openedAt;
}

function whereText(names: DueNames, home: string, language: Language): string {
  const place = (names.space ?? "") === "" ? names.device : names.space;
  const sensor = names.sensor && givenNameIn(names.sensor, names.sensorKind ?? null, language);
  const parts = [place, sensor ?? names.device].map((name) => nameText(name ?? "", ""));
  const named = [...new Set(parts)].filter((part) => part !== "");
  return named.length === 0 ? home : named.join(", ");
}

/** Says how the value changed in the last hour; empty for less than one degree or percentage point. */
function trendText(evidence: Evidence, before: NoticeInput["before"], say: Say, words: NoticeWords): string {
  const change = changeOf(evidence, before, say.temperatureUnit ?? evidence.unit ?? "");
  if (change === null || change.moved === 0) return "";
  const { moved, ms, isAnHour } = change;
  const by = Math.abs(moved);
  const size = evidence.unit === "%" ? say.quantity({ value: by, unit: "%" }) : `${by}°`;
  const span = isAnHour ? words.anHour : say.duration(ms) || words.lessThanAMinute;
  return words.trend[moved < 0 ? "down" : "up"](size, span);
}

/** Says that something is at the reading's value, and that it still is. An old reading only says what it was then. */
function levelOf(evidence: Evidence | null, now: Moment, say: Say, words: NoticeWords) {
  if (evidence === null) return { isAt: "", holdsAt: "" };
  const value = say.quantity(evidence);
  if (!isOldReading({ evidence, at: now })) return { isAt: words.isAt(value), holdsAt: words.holdsAt(value) };
  const wasAt = words.wasAtHour(value, hourFrom(say, evidence.at, now));
  return { isAt: wasAt, holdsAt: wasAt };
}

/** The longest range shown: nobody can plan by a later end. */
const RANGE_MS_MAX = 24 * HOUR_MS;

/** Names the earliest hour first: planning by the likely hour is too late half of the time. Never names a past hour. */
function freezesText({ at, unit, value, more }: Evidence, now: Moment, say: Say, words: NoticeWords): string {
  const low = more?.hours_low;
  if (typeof low !== "number") return "";
  const isLikely = unit === "h";
  const likely = isLikely ? value : more?.hours_high;
  const earliest = at + low * HOUR_MS;
  const later = typeof likely === "number" ? at + likely * HOUR_MS : now;
  const isRangeShown = later - Math.max(earliest, now) >= HOUR_MS && later - earliest <= RANGE_MS_MAX;
  const hourText = (at: Moment) => words.hourText(hourFrom(say, at, now));
  const early = earliest <= now ? words.freezesSoon : words.freezes.from(hourText(earliest));
  return isRangeShown ? words.freezes[isLikely ? "likely" : "latest"](early, hourText(later)) : early;
}

export function pictureOf(
  lastDay: LastDay | null,
  say: Say,
  words: NoticeWords,
  finding: DueFinding["finding"] | null = null,
): MailPicture | undefined {
  if (lastDay === null || lastDay.unit === null) return undefined;
  const { unit, hours } = lastDay;
  if (hours.filter((value) => value !== null).length < HOURS_MIN) return undefined;
  const seen = [lastDay.low, lastDay.high, ...justRead(finding, unit)].filter((value) => value !== null);
  const [low = "", high = ""] = [Math.min(...seen), Math.max(...seen)].map((value) =>
    say.quantity({ value, unit }),
  );
  const caption = words.lastHours[low === high ? "even" : "between"](hours.length, low, high);
  return { caption, bars: sharesOf(hours) };
}

/** The finding's own reading, which may be newer than the last day's; none for a forecast, which is not a reading. */
function justRead(finding: DueFinding["finding"] | null, unit: string): number[] {
  const reading = finding && temperatureIn(finding);
  if (finding === null || reading === null || reading.at > finding.at) return [];
  const value = convert(reading.value, reading.unit ?? "", unit);
  return value === null ? [] : [value];
}
