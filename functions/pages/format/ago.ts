const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const HOURS_UP_TO_SECONDS = 36 * 3_600;
const NOW_SECONDS = 45;

/** Returns `2 minutes ago`, `now`, or `in 3 hours` for a future time. Server and browser both use it. */
export function agoText(at: number, now: number, locale: string): string {
  const seconds = (at - now) / 1_000;
  const size = Math.abs(seconds);
  if (size < NOW_SECONDS) return formatFor(locale, "auto").format(0, "second");
  const [unit, length] = unitFor(size);
  return formatFor(locale, "always").format(
    Math.sign(seconds) * Math.max(1, Math.round(size / length)),
    unit,
  );
}

/** Cached, two for each language: creating a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

function formatFor(locale: string, numeric: "auto" | "always"): Intl.RelativeTimeFormat {
  const name = `${locale} ${numeric}`;
  const format = formats.get(name) ?? new Intl.RelativeTimeFormat(locale, { numeric });
  formats.set(name, format);
  return format;
}

/** Returns the unit to use for a time span, and the unit's length in seconds. */
export const unitFor = (seconds: number): (typeof UNITS)[number] => {
  if (seconds >= HOURS_UP_TO_SECONDS) return UNITS[0];
  return seconds >= 3_570 ? UNITS[1] : UNITS[2];
};
