import { dayNumber } from "../history/buckets.ts";
import { median } from "../kernel/median.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Moment } from "../kernel/time.ts";
import { convert } from "../kernel/units.ts";
import type { DriftFound, TickDevice, TickFacts, TickSensor } from "./facts.ts";
import { isRoom } from "./heating/heated-rooms.ts";

/**
 * A home's thermometers are looked at for whether one is stuck: at 0, 6, 12 and 18 h UTC, each home so much
 * later that they spread over two hours, in the ticks of a window.
 */
const STUDY = { everyMs: 6 * HOUR_MS, spreadMs: 2 * HOUR_MS, windowMs: 16 * MINUTE_MS } as const;

/** Which of a day's studies looks at whole days: by then the day before has been made into its figures. */
const DAY_STUDY = 1;

/** A drift is remembered for so long: what was before it is then too long ago to say what is usual. */
const REMEMBERED_DAYS = 120;

/** A normal spread by its median distance. */
const SPREAD_OF_MEDIAN = 1.48;

/** How long before a drift was noticed its peers are asked for what was usual. */
const USUAL_DAYS = { from: 28, to: 7 } as const;
/** What is nearer to the usual again than this share of what makes a drift is mended. */
const MENDED_SHARE = 0.5;

const LIKENESS_MAX = 0.9;

/** Milliseconds until the next study of the home; 0 while one is under way. Homes take their turns. */
export function untilStudyMs(householdId: string, now: Moment): number {
  const since = (now - offsetOf(householdId)) % STUDY.everyMs;
  return since < STUDY.windowMs ? 0 : STUDY.everyMs - since;
}

/** Whether a study is under way that looks at days as well, which one a day does. */
export const isDayStudied = (householdId: string, now: Moment): boolean =>
  untilStudyMs(householdId, now) === 0 &&
  Math.floor(((now - offsetOf(householdId)) % DAY_MS) / STUDY.everyMs) === DAY_STUDY;

/** The same home always has the same. */
function offsetOf(householdId: string): number {
  let sum = 0;
  for (const character of householdId) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_003;
  return (sum * MINUTE_MS) % STUDY.spreadMs;
}

/** Means of UTC days, in °C by the day's number. */
export type DayMeans = ReadonlyMap<number, number>;

/** `kelvin`: how far it has moved away from its peers since the day `since`; positive where it reads too warm. */
export type Drift = { since: number; kelvin: number };

/** When a thermometer's slow parting from its peers is its own fault. */
const DRIFT_LIMITS = {
  /** Days that are looked at: a quick drift shows in the few, a slow one in the many. */
  windows: [28, 56],
  /** Its beginning and its end are medians of so many days … */
  edgeDays: 7,
  /** … of which so many are known, and so large a share of the days between. */
  edgeDaysMin: 4,
  daysShare: 0.7,
  /** Whose median it is held against: of two thermometers nobody knows which one moved. */
  peersMin: 2,
  /** It moved by as much, in K, and by so many times of what its days scatter around a straight line. */
  kelvin: 3,
  noises: 8,
  /** So large a share of that was its own: else it is the others that have moved. */
  ownShare: 0.7,
} as const;

/** A day's difference from the peers' median, and its own mean. */
type Offset = { day: number; kelvin: number; own: number };

/**
 * Whether a thermometer has moved away from its peers slowly and steadily, as no room does: one whose heating was
 * turned down falls within a day or two, and one that the weather reaches swings with it. Null for one that is
 * believed, or of which too little is known. `today` is the first day that is not over.
 */
export function driftOf(own: DayMeans, peers: readonly DayMeans[], today: number): Drift | null {
  for (const days of DRIFT_LIMITS.windows) {
    const drift = driftWithin(own, peers, today - days, today);
    if (drift !== null) return drift;
  }
  return null;
}

function driftWithin(own: DayMeans, peers: readonly DayMeans[], from: number, to: number): Drift | null {
  const offsets = offsetsOf(own, peers, from, to);
  const first = offsets.filter(({ day }) => day < from + DRIFT_LIMITS.edgeDays);
  const last = offsets.filter(({ day }) => day >= to - DRIFT_LIMITS.edgeDays);
  if (Math.min(first.length, last.length) < DRIFT_LIMITS.edgeDaysMin) return null;
  if (offsets.length < DRIFT_LIMITS.daysShare * (to - from)) return null;
  const kelvin = usual(last) - usual(first);
  const ownKelvin = median(last.map((each) => each.own)) - median(first.map((each) => each.own));
  const isOwn = ownKelvin / kelvin >= DRIFT_LIMITS.ownShare;
  const isFar = Math.abs(kelvin) >= Math.max(DRIFT_LIMITS.kelvin, DRIFT_LIMITS.noises * scatterOf(offsets));
  return isOwn && isFar ? { since: partedAt(offsets, usual(first), kelvin), kelvin } : null;
}

/**
 * Whether a thermometer that had drifted still stands apart from its peers as it did not before `since`: it has
 * come to rest, and its last weeks alone say nothing of that. Null once it is back, or nobody knows any more.
 */
export function stillDrifted(
  own: DayMeans,
  peers: readonly DayMeans[],
  since: number,
  today: number,
): Drift | null {
  const before = offsetsOf(own, peers, since - USUAL_DAYS.from, since - USUAL_DAYS.to);
  const last = offsetsOf(own, peers, today - DRIFT_LIMITS.edgeDays, today).slice(-DRIFT_LIMITS.edgeDaysMin);
  if (before.length < DRIFT_LIMITS.edgeDaysMin || last.length === 0) return null;
  const kelvin = usual(last) - usual(before);
  return Math.abs(kelvin) >= MENDED_SHARE * DRIFT_LIMITS.kelvin ? { since, kelvin } : null;
}

/** The same peers on every day: one that comes or goes moves the median. */
function offsetsOf(own: DayMeans, peers: readonly DayMeans[], from: number, to: number): Offset[] {
  const days = Array.from({ length: to - from }, (_, index) => from + index);
  const known = (means: DayMeans): number => days.filter((day) => means.has(day)).length;
  const chosen = peers.filter((peer) => known(peer) >= DRIFT_LIMITS.daysShare * days.length);
  if (chosen.length < DRIFT_LIMITS.peersMin) return [];
  return days.flatMap((day) => {
    const mean = own.get(day);
    const others = chosen.flatMap((peer) => peer.get(day) ?? []);
    if (mean === undefined || others.length < chosen.length) return [];
    return [{ day, kelvin: mean - median(others), own: mean }];
  });
}

const usual = (offsets: readonly Offset[]): number => median(offsets.map(({ kelvin }) => kelvin));

/**
 * How far its days lie from the straight line through them, which a step or the weather makes far; more where a
 * day is like the one before, as weather is: such days count for fewer.
 */
function scatterOf(offsets: readonly Offset[]): number {
  const [meanDay, meanKelvin] = [
    mean(offsets.map(({ day }) => day)),
    mean(offsets.map(({ kelvin }) => kelvin)),
  ];
  let [across, along] = [0, 0];
  for (const { day, kelvin } of offsets) {
    across += (day - meanDay) * (kelvin - meanKelvin);
    along += (day - meanDay) ** 2;
  }
  const slope = along === 0 ? 0 : across / along;
  const beside = offsets.map(({ day, kelvin }) => kelvin - meanKelvin - slope * (day - meanDay));
  const likeness = Math.min(LIKENESS_MAX, Math.max(0, likenessOf(beside)));
  return SPREAD_OF_MEDIAN * median(beside.map(Math.abs)) * Math.sqrt((1 + likeness) / (1 - likeness));
}

/** How much alike one number and the next are: 1 for the same, 0 for chance. Their mean is 0. */
function likenessOf(numbers: readonly number[]): number {
  let [together, alone] = [0, 0];
  for (const [index, number] of numbers.entries()) {
    together += number * (numbers[index + 1] ?? 0);
    alone += number ** 2;
  }
  return alone === 0 ? 0 : together / alone;
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** The day after the last one that was nearer to the usual than to where it has come. */
function partedAt(offsets: readonly Offset[], before: number, kelvin: number): number {
  const last = offsets.findLast((offset) => Math.abs(offset.kelvin - before) < Math.abs(kelvin) / 2);
  return (last ?? offsets[0])?.day ?? 0;
}

/** A sensor's daily means in its own unit, by the day's number. */
export type DaysOf = ReadonlyMap<string, DayMeans>;

/** Whose daily means a look needs, from which day on and before which. */
export type WantedDays = { sensors: TickSensor[]; from: number; to: number };

/**
 * The thermometers of a home's rooms, once a day and while one of them has drifted. Elsewhere the weather or the
 * ground moves each place in its own way.
 */
export function needsDays({ household, devices }: TickFacts, now: Moment): WantedDays {
  const sensors = devices.flatMap((device) => (device.device.enabled ? roomsOf(device) : []));
  const hasDrifted = sensors.some(({ fault }) => fault === "drifted");
  const isWanted = sensors.length > DRIFT_LIMITS.peersMin && (hasDrifted || isDayStudied(household.id, now));
  const daysBack = hasDrifted ? REMEMBERED_DAYS : Math.max(...DRIFT_LIMITS.windows);
  const today = dayNumber(now);
  return { sensors: isWanted ? sensors : [], from: today - daysBack, to: today };
}

const roomsOf = ({ device, sensors }: TickDevice): TickSensor[] =>
  sensors.filter((sensor) => sensor.kind === "temperature" && sensor.unit !== null && isRoom(sensor, device));

/** The devices with what was found of the sensors that were looked at, and what is remembered of others. */
export function withDrift(devices: readonly TickDevice[], days: DaysOf, now: Moment): TickDevice[] {
  const looked = devices.flatMap(roomsOf).filter(({ id }) => days.has(id));
  const means = new Map(looked.map((sensor) => [sensor.id, celsiusOf(sensor, days.get(sensor.id))]));
  const peersOf = (sensor: TickSensor): DayMeans[] =>
    looked.flatMap((other) => {
      const known = means.get(other.id);
      return other.id === sensor.id || !isSound(other) || known === undefined ? [] : [known];
    });
  return devices.map(({ device, sensors }) => ({
    device,
    sensors: sensors.map((sensor) => {
      const own = means.get(sensor.id);
      const drift = own === undefined ? remembered(sensor) : found(sensor, own, peersOf(sensor), now);
      return { ...sensor, drift };
    }),
  }));
}

const isSound = ({ faultyAt, fault }: TickSensor): boolean => faultyAt === null && (fault ?? null) === null;

/** Between two studies it is as the last one found it. */
export const remembered = ({
  fault,
  faultySince,
}: Pick<TickSensor, "fault" | "faultySince">): DriftFound | null =>
  fault === "drifted" && faultySince !== null && faultySince !== undefined
    ? { since: faultySince, kelvin: null }
    : null;

function found(sensor: TickSensor, own: DayMeans, peers: DayMeans[], now: Moment): DriftFound | null {
  const [known, today] = [remembered(sensor), dayNumber(now)];
  const isRecent = known !== null && today - dayNumber(known.since) + USUAL_DAYS.from <= REMEMBERED_DAYS;
  const drift = isRecent
    ? stillDrifted(own, peers, dayNumber(known.since), today)
    : driftOf(own, peers, today);
  return drift === null ? null : { since: drift.since * DAY_MS, kelvin: drift.kelvin };
}

const celsiusOf = ({ unit }: TickSensor, days: DayMeans = new Map()): DayMeans =>
  new Map(
    [...days].flatMap(([day, value]) => {
      const celsius = unit === null ? null : convert(value, unit, "°C");
      return celsius === null ? [] : [[day, celsius] as const];
    }),
  );
