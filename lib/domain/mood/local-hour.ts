/**
 * Formats by zone, kept: making one takes a hundred times as long as using it. There are some six hundred
 * zones.
 */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** 0–23 on the wall clock of an IANA zone; of UTC where the runtime does not know the zone. */
export function localHour(timeZone: string, at: Date): number {
  const hour = Number(clockOf(timeZone).format(at));
  return hour % 24;
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const made = newClock(timeZone);
  clocks.set(timeZone, made);
  return made;
}

function newClock(timeZone: string): Intl.DateTimeFormat {
  const options = { hour: "2-digit", hourCycle: "h23" } as const;
  try {
    return new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
  } catch {
    // Intl throws a RangeError for a zone that a newer runtime knew when the home set it.
    return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  }
}
