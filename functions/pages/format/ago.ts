const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const HOURS_UP_TO_SECONDS = 36 * 3_600;
const NOW_SECONDS = 45;

/** `2 minutes ago`, `now`; of a time to come `in 3 hours`. The same on the server and in the browser. */
export function agoText(at: number, now: number, locale: string): string {
  const seconds = (at - now) / 1_000;
  const size = Math.abs(seconds);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: size < NOW_SECONDS ? "auto" : "always" });
  if (size < NOW_SECONDS) return format.format(0, "second");
  const [unit, length] = unitFor(size);
  return format.format(Math.sign(seconds) * Math.max(1, Math.round(size / length)), unit);
}

const unitFor = (seconds: number): (typeof UNITS)[number] => {
  if (seconds >= HOURS_UP_TO_SECONDS) return UNITS[0];
  return seconds >= 3_570 ? UNITS[1] : UNITS[2];
};
