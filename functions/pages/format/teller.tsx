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
  /** IANA name; the home's own. */
  timeZone: string;
  /** True where the reader cannot know which zone that is: every moment then says it. */
  isZoneSaid?: boolean;
  isLarge?: boolean;
  unit: TemperatureUnit & ("°F" | "°C");
  now: Date;
};

/** As our own code has it, or as the wire does. */
type Moment = Date | string | number;

/** Says values, times and spans in the reader's language, the home's zone and the wanted scale. */
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
  /** A number with its unit: `41 °F`, and in English `41%`. */
  const withUnit = (text: string, unit: string | null) => {
    if (unit === "%" && language === "en") return `${text}%`;
    return unit ? `${text}\u00a0${unit}` : text;
  };
  /** `12 minutes`, `3 hours`, `12 days`: the largest unit alone. */
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
    /** `41.5 °F` */
    value: (value: number, unit: string | null): string => {
      const { text, unit: shown } = figure(value, unit);
      return withUnit(text, shown);
    },
    /** A value in the very unit that it was read in, whatever the reader prefers. */
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

/** A probe resolves a tenth of a degree; percents and watts are shown as whole numbers. */
function decimalsOf(value: number, unit: string | null): number {
  if (quantityOf(unit) === "temperature") return 1;
  if (unit !== null && WHOLE.has(unit)) return 0;
  return Number.isInteger(value) || Math.abs(value) >= 1_000 ? 0 : Math.abs(value) < 10 ? 2 : 1;
}

/** `member`: whoever is signed in; absent for readers of a link. */
type Scope = { teller: Teller; member?: Member | undefined };

const Scoped = createContext<Scope | null>(null);

/** Every document provides it; a part that is rendered without its document needs this around it. */
export const ReaderScope = Scoped.Provider;

function useReader(): Scope {
  const scope = useContext(Scoped);
  if (scope === null) throw new Error("Rendered outside a document");
  return scope;
}

/** How the page that a component stands on speaks to its reader: its words, units, zone and time. */
export const useTeller = (): Teller => useReader().teller;

export const useMember = (): Member | undefined => useReader().member;

/** If the reader may, or whether it is their role or their plan that doesn't let them. */
export function useVerdict(action: Action): ReturnType<typeof may> {
  const { member } = useReader();
  return member === undefined ? "role" : may(action, member);
}

/** Nothing is offered that would refuse the reader. */
export const useMay = (action: Action): boolean => useVerdict(action) === "yes";

/** `2 minutes ago`, which the browser keeps true while the page stands open. */
export function Ago({ at }: { at: Date | string | number }) {
  const { ago, dateTime } = useTeller();
  return (
    <time datetime={new Date(at).toISOString()} data-ago title={dateTime(at)}>
      {ago(at)}
    </time>
  );
}

/** Why a message was not sent; what a provider says stands in its own words. */
export const Failure = ({ text }: { text: string }) =>
  isOwnFailure(text) ? <span>{useTeller().words.failures[text]}</span> : <span lang="en">{text}</span>;
