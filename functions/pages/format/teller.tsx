import { createContext, useContext } from "hono/jsx";
import { shownValue } from "../../../lib/devices/sensor.ts";
import { dateFormat, numberFormat } from "../../../lib/kernel/text.ts";
import { quantityOf } from "../../../lib/kernel/units.ts";
import { WORDS } from "../../../lib/language/pages.ts";
import { knownZone } from "../../../lib/language/say.ts";
import { isOwnFailure } from "../../../lib/outbox/shown-delivery.ts";
import type { Member } from "../../../lib/people/activity.ts";
import { type Action, may } from "../../../lib/people/entitlement.ts";
import type { Language, TemperatureUnit } from "../../../schema/vocabulary.ts";
import { agoText, unitFor } from "./ago.ts";

type TellerSettings = {
  language: Language;
  /** The IANA name of the home's time zone. */
  timeZone: string;
  /** True if the reader can't know the time zone: `dateTime` then names it. */
  isZoneSaid?: boolean;
  isLarge?: boolean;
  unit: TemperatureUnit & ("°F" | "°C");
  now: Date;
};

/** A date, epoch milliseconds, or an ISO 8601 text from the API. */
type Moment = Date | string | number;

/** Formats values, times and spans in the reader's language and unit, and in the home's time zone. */
export type Teller = ReturnType<typeof tellerFor>;

const WHOLE: ReadonlySet<string> = new Set(["%", "ppm", "ppb", "W", "dBm", "hPa", "µg/m³"]);

export function tellerFor(settings: TellerSettings) {
  const { language, unit: wanted, now } = settings;
  const timeZone = knownZone(settings.timeZone);
  const number = (value: number, decimals: number) => numberFormat(language, fixedTo(decimals)).format(value);
  const figure = (value: number, unit: string | null): { text: string; unit: string } => {
    const shown = shownValue(value, unit, quantityOf(unit) === "temperature" ? wanted : null);
    return { text: number(shown.value, decimalsOf(shown.value, shown.unit)), unit: shown.unit ?? "" };
  };
  /** Joins a number and its unit: `41 °F`, or `41%` in English. */
  const withUnit = (text: string, unit: string | null) => {
    if (unit === "%" && language === "en") return `${text}%`;
    return unit ? `${text}\u00a0${unit}` : text;
  };
  /** Formats milliseconds in the largest unit only: `12 minutes`, `3 hours`, `12 days`. */
  const span = (ms: number): string => {
    const [unit, length] = unitFor(ms / 1_000);
    const count = Math.max(1, Math.round(ms / 1_000 / length));
    return numberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
  };
  const at = (shape: Intl.DateTimeFormatOptions) => (moment: Moment) =>
    dateFormat(language, { ...shape, timeZone }).format(new Date(moment));
  return {
    ...settings,
    timeZone,
    words: WORDS[language],
    number,
    figure,
    withUnit,
    /** Formats a value in the reader's unit: `41.5 °F`. */
    value: (value: number, unit: string | null): string => {
      const { text, unit: shown } = figure(value, unit);
      return withUnit(text, shown);
    },
    /** Formats a value in the unit in which it was sent, whatever the reader prefers. */
    asSent: (value: number, unit: string | null): string =>
      withUnit(numberFormat(language, { maximumFractionDigits: 2 }).format(value), unit),
    span,
    since: (moment: Moment): string => span(now.getTime() - new Date(moment).getTime()),
    ago: (moment: Moment): string => agoText(new Date(moment).getTime(), now.getTime(), language),
    clock: at({ hour: "numeric", minute: "2-digit" }),
    dateTime: at({
      weekday: "short",
      day: "numeric",
      month: "short",
      hour: "numeric",
      minute: "2-digit",
      ...(settings.isZoneSaid ? { timeZoneName: "short" } : {}),
    }),
    date: at({ day: "numeric", month: "short", year: "numeric" }),
  };
}

const fixedTo = (decimals: number) => ({ maximumFractionDigits: decimals, minimumFractionDigits: decimals });

/** Returns how many decimals to show: one for a temperature, none for percent and watts. */
function decimalsOf(value: number, unit: string | null): number {
  if (quantityOf(unit) === "temperature") return 1;
  if (unit !== null && WHOLE.has(unit)) return 0;
  return Number.isInteger(value) || Math.abs(value) >= 1_000 ? 0 : Math.abs(value) < 10 ? 2 : 1;
}

/** `member`: the signed-in member; undefined for readers of a link. */
type Scope = { teller: Teller; member?: Member | undefined };

const Scoped = createContext<Scope | null>(null);

/** `Document` provides it. A component that is rendered without `Document` needs it around itself. */
export const ReaderScope = Scoped.Provider;

function useReader(): Scope {
  const scope = useContext(Scoped);
  if (scope === null) throw new Error("Rendered outside a document");
  return scope;
}

/** Returns the words, unit, time zone and time of the page that a component is on. */
export const useTeller = (): Teller => useReader().teller;

export const useMember = (): Member | undefined => useReader().member;

/** Returns "yes", or if the reader's role or plan forbids the action. */
export function useVerdict(action: Action): ReturnType<typeof may> {
  const { member } = useReader();
  return member === undefined ? "role" : may(action, member);
}

/** Returns true if the reader may do the action. A page doesn't offer actions that would be refused. */
export const useMay = (action: Action): boolean => useVerdict(action) === "yes";

/** `2 minutes ago`. The page's script updates it while the page is open. */
export function Ago({ at }: { at: Date | string | number }) {
  const { ago, dateTime } = useTeller();
  return (
    <time datetime={new Date(at).toISOString()} data-ago title={dateTime(at)}>
      {ago(at)}
    </time>
  );
}

/** The reason why a message wasn't sent. An error of a provider keeps its own words. */
export const Failure = ({ text }: { text: string }) =>
  isOwnFailure(text) ? <span>{useTeller().words.failures[text]}</span> : <span lang="en">{text}</span>;

/** A fact about a contact whose newest message was lost. */
export const MessageLost = ({ failure }: { failure: string }) => (
  <span class="problem">
    {useTeller().words.notifications.messageLost} <Failure text={failure} />
  </span>
);
