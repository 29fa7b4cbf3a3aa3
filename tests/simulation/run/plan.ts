import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../lib/kernel/time.ts";
import { type Chance, chanceOf } from "../stage/chance.ts";

const ACTS = [
  "post",
  "flood_of_posts",
  "weather",
  "collect",
  "maintain",
  "send",
  "digest",
  "person",
  "read",
  "clocks",
  "redis_forgets",
  "race",
  "midnight",
] as const;
export type ActName = (typeof ACTS)[number];

/** Acts at the same time, `afterMs` after the previous event. The seed decides everything about it. */
export type PlannedEvent = {
  id: number;
  seed: number;
  afterMs: number;
  faults: number;
  acts: ActName[];
  /** Begins in the last seconds of the day, whatever `afterMs` is. */
  isAtMidnight?: true;
};

/**
 * A history before it is played. Without some of its events it is a different one. If contended, several transactions
 * run at once. A history over a month's end begins in the month's last days and continues after all of them are sealed.
 */
export type Plan = { seed: number; isContended: boolean; isOverMonthsEnd: boolean; events: PlannedEvent[] };

const OFTEN: readonly ActName[] = [
  ...Array<ActName>(12).fill("post"),
  ...Array<ActName>(4).fill("weather"),
  ...Array<ActName>(5).fill("collect"),
  ...Array<ActName>(2).fill("maintain"),
  ...Array<ActName>(3).fill("send"),
  ...Array<ActName>(4).fill("person"),
  ...(["read", "clocks", "redis_forgets", "digest"] as const),
];

const CROWDED: readonly ActName[] = [...OFTEN, ...Array<ActName>(20).fill("race")];

/** A month is sealed this long after its last days, which stay open for late readings. */
const MONTH_SEALED_DAYS = 11;

/** One in this many events of a history with midnights begins there. */
const MIDNIGHT_EVERY = 6;

/** Every second history is contended, every third goes over a month's end, every fifth has midnights. */
export function planOf(seed: number, events: number): Plan {
  const chance = chanceOf(seed);
  const isContended = seed % 2 === 1;
  const isOverMonthsEnd = seed % 3 === 2;
  const acts = isContended ? CROWDED : OFTEN;
  // Some histories have no faults, so that the rest of the service is also tested.
  const faults = chance.pick([0, 0.02, 0.05, 0.1, 0.2]);
  const planned = Array.from({ length: events }, (_, id) => ({
    id,
    seed: chance.int(1, 2 ** 31),
    afterMs: pauseBefore(chance),
    faults,
    acts: chance.happens(0.02)
      ? ["flood_of_posts" as const]
      : Array.from({ length: chance.pick([1, 1, 1, 2, 3]) }, () => chance.pick(acts)),
  }));
  const timed = seed % 5 === 3 ? atMidnights(planned) : planned;
  return { seed, isContended, isOverMonthsEnd, events: isOverMonthsEnd ? overMonthsEnd(timed) : timed };
}

/** Everybody posts over the end of the day while the hour's jobs begin. */
const atMidnights = (events: PlannedEvent[]): PlannedEvent[] =>
  events.map((event) =>
    event.id % MIDNIGHT_EVERY === 1
      ? { ...event, isAtMidnight: true, acts: ["midnight", ...event.acts] }
      : event,
  );

/** Days pass in the middle. From then on the month is sealed, and read, beside everything else. */
function overMonthsEnd(events: PlannedEvent[]): PlannedEvent[] {
  const middle = Math.floor(events.length / 2);
  return events.map((event) => {
    if (event.id < middle) return event;
    const acts: ActName[] =
      event.id % 2 === middle % 2 ? ["maintain", ...event.acts] : [...event.acts, "read"];
    return { ...event, acts, afterMs: event.id === middle ? MONTH_SEALED_DAYS * DAY_MS : event.afterMs };
  });
}

/** Mostly minutes; sometimes days pass in which nobody does anything. */
function pauseBefore(chance: Chance): number {
  const scale = chance.next();
  if (scale < 0.3) return chance.int(0, 20) * SECOND_MS;
  if (scale < 0.8) return chance.int(1, 20) * MINUTE_MS;
  if (scale < 0.96) return chance.int(1, 12) * HOUR_MS;
  return chance.int(1, 9) * DAY_MS;
}
