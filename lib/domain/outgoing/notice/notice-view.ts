import type { Evidence, Limit, Moment, Quantity } from "../../alerts/evidence.ts";
import type { Finding } from "../../alerts/finding.ts";
import { convert, quantityOf } from "../../units.ts";
import { oneLine } from "./plain-text.ts";
import { clockText, durationText, timeText } from "./time-text.ts";

export type NoticeInput = {
  finding: Finding;
  household: { name: string; temperatureUnit: "°F" | "°C"; timeZone: string };
  /** As their owner calls them; null where the finding is about none. */
  names: { sensor: string | null; device: string | null; space: string | null };
  alertId: string;
  /** The alert's page, where whoever may takes it on with a button. */
  url: string;
  /** Whether this reader may. */
  mayAcknowledge: boolean;
  /** Lines of the service's own in the mail: that the month's text messages are used up, for instance. */
  notes: readonly string[];
};

/** Everything that the words of a notice are made from, in the household's unit and zone. */
export type NoticeView = {
  finding: Finding;
  temperatureUnit: "°F" | "°C";
  /** `Crawlspace, Pipe probe`. */
  where: string;
  /** The reading, `33.1 °F`; empty where there is none. */
  value: string;
  /** When it was read, or is forecast to be. */
  time: string;
  clock: string;
  limit: string;
  worst: string;
  since: string;
  lasted: string;
};

const NAME_CHARACTERS_MAX = 60;

export function viewOf({ finding, household, names }: NoticeInput): NoticeView {
  const { temperatureUnit, timeZone } = household;
  const { evidence, limit, peak } = finding;
  const began = beganAt(finding);
  return {
    finding,
    temperatureUnit,
    where: whereText(names, household.name),
    value: evidence === null ? "" : valueText(evidence, temperatureUnit),
    time: evidence === null ? "" : timeText(evidence.at, timeZone),
    clock: evidence === null ? "" : clockText(evidence.at, timeZone),
    limit: limit === null ? "" : limitText(limit, temperatureUnit),
    worst: peak === null ? "" : valueText(peak, temperatureUnit),
    since: began === null ? "" : timeText(began, timeZone),
    lasted: began === null ? "" : durationText((finding.closedAt ?? finding.at) - began),
  };
}

/** An outage began when the device was last heard, not when that became too long ago. */
function beganAt({ kind, openedAt, peak }: Finding): Moment | null {
  return kind === "outage" && peak !== null ? peak.at : openedAt;
}

function whereText(names: NoticeInput["names"], household: string): string {
  const parts = [names.space, names.sensor ?? names.device].flatMap((name) =>
    name === null || name.trim() === "" ? [] : [oneLine(name, NAME_CHARACTERS_MAX)],
  );
  return parts.length === 0 ? oneLine(household, NAME_CHARACTERS_MAX) : [...new Set(parts)].join(", ");
}

/** Temperatures in the household's unit with one decimal, percentages and hours as people say them. */
export function valueText(quantity: Quantity & Partial<Evidence>, temperatureUnit: "°F" | "°C"): string {
  const { value, unit } = quantity;
  if (unit === null) return rounded(value, 2);
  if (quantityOf(unit) === "temperature") {
    return `${rounded(convert(value, unit, temperatureUnit) ?? value, 1)} ${temperatureUnit}`;
  }
  if (unit === "%") return `${rounded(value, 0)}%`;
  return `${rounded(value, 1)} ${unit}`;
}

const rounded = (value: number, decimals: number): string => String(Number(value.toFixed(decimals)) + 0);

const HOW: Record<Limit["is"], string> = {
  at_or_below: "at or below",
  at_or_above: "at or above",
  below: "below",
  above: "above",
  equals: "equal to",
};

function limitText(limit: Limit, temperatureUnit: "°F" | "°C"): string {
  const text = `${HOW[limit.is]} ${valueText(limit, temperatureUnit)}`;
  return limit.forMs > 0 ? `${text} for ${durationText(limit.forMs)}` : text;
}
