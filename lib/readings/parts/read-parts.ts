import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { remembered } from "../../kernel/text.ts";
import { entriesOf, type JsonObject } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { READING_LIMITS } from "../limits.ts";
import type { Health, ParsedPayload } from "../reading.ts";
import { snake } from "../sensor-keys.ts";
import { healthWord, SCALE } from "../sensor-kinds.ts";
import { isOwnTime, readNumber, settledMoments } from "../values.ts";
import {
  inFullUnits,
  type Shown,
  shownBy,
  type Thing,
  usualScaleIn,
  withoutAverages,
  withoutTwins,
} from "./full-units.ts";
import { leavesOf, namesIn } from "./leaves.ts";
import type { Part } from "./manner.ts";

const readPart = (one: Thing, shown: Shown, atMs: number | null): (Judged | null)[] => {
  const { part } = one;
  const { leaves, scale } = inFullUnits(one, shown);
  const usual = usualScaleIn(part);
  const namesOf = namesIn(part);
  return leaves.map((leaf) => {
    const { key, label } = namesOf(leaf);
    const { kind, unit, measured, trueMeans } = leaf;
    return judgeReading({
      key,
      // A printer's bed must not look like a bed in a home.
      label: shown.isPrinter && /^(?!.*printer).*\bbed\b/i.test(label ?? "") ? `Printer ${label}` : label,
      kind,
      unit:
        unit !== SCALE
          ? unit
          : (scale ?? (part.manner.isExact && kind === "generic" ? null : usual(leaf.as ?? leaf.name))),
      followsDeviceUnit: unit === SCALE && scale === null && kind === "temperature",
      measured,
      trueMeans,
      atMs,
    });
  });
};

const within = (raw: unknown, least: number, most: number): number | null => {
  const value = readNumber(raw);
  return value !== null && value >= least && value <= most ? value : null;
};

/** Returns health from usable values. Values out of range are ignored, never clamped: 254 and 255 mean "unknown". */
export const healthOf = (battery: unknown, rssi: unknown): Health => {
  const batteryPct = within(battery, 0, 100);
  const signal = within(rssi, -150, 0);
  return {
    ...(batteryPct === null ? {} : { batteryPct }),
    ...(signal === null ? {} : { rssi: signal }),
  };
};

/** Reads a percentage, also as "95 %", "95%" or "95.0 Percent". */
const percentOf = (raw: unknown): number | null =>
  readNumber(typeof raw === "string" && raw.length < 16 ? raw.replace(/\s{0,8}(?:%|percent)$/i, "") : raw);

/** A battery status up to this is a code, not a percentage. */
const CODE_MAX = 5;

/** True for a number such as 3.61, which is a cell's volts and not a percentage. */
const isVolts = (value: number): boolean => value > 1.5 && value < 5 && !Number.isInteger(value);

/** Turns a ratio such as 0.97 into a percentage: nothing runs on less than one percent. */
const ofOne = (value: number | null): number | null =>
  value !== null && value > 0 && value < 1 ? Math.round(value * 1_000) / 10 : value;

const isOfStorage = remembered((name: string): boolean =>
  /^(?:battery|pv|grid)_?power$|^odometer|^mileage|(?:^|_)range$/i.test(name),
);

/** True if the battery feeds a house or drives a car, and isn't the sensor's own. */
const isStorage = (members: JsonObject): boolean => entriesOf(members).some(([name]) => isOfStorage(name));

/** Returns a part's own battery and signal, under any name whose meaning its sender doesn't set to null. */
export const partHealth = (members: JsonObject, meant: Readonly<Record<string, unknown>> = {}): Health => {
  let [battery, signal]: (number | null)[] = [null, null];
  for (const [name, raw] of entriesOf(members)) {
    if ((typeof raw !== "number" && typeof raw !== "string") || meant[name] === null) continue;
    const word = snake(name);
    const told = healthWord(word);
    if (told === "battery") {
      if (isStorage(members)) continue;
      const value = ofOne(percentOf(raw));
      const isCode = word.endsWith("status") && (value ?? 0) <= CODE_MAX;
      if (value !== null && value >= 0 && value <= 100 && !isVolts(value) && !isCode)
        // The specification's name wins over `battery_pct` and others.
        battery = word === "battery" ? value : (battery ?? value);
    } else if (told === "signal") {
      const value = readNumber(raw);
      if (value !== null && (value < 0 || word === "rssi")) signal ??= value;
    }
  }
  return healthOf(battery, signal);
};

/** Returns a body's own battery and signal. If it has several things, only values outside of them count. */
const healthOfParts = (parts: readonly Part[]): Health => {
  const own = parts.filter(({ isPart }) => isPart !== true);
  const things = new Set(own.map(({ key }) => key).filter((key) => key !== ""));
  const asked = things.size > 1 ? own.filter(({ key }) => key === "") : own;
  return Object.assign({}, ...asked.map(({ members, manner }) => partHealth(members, manner.fields)));
};

/** Drops forecasts after a series of measurements, and its oldest ones beyond what a body may hold. */
const measured = (parts: readonly Part[], now: Date): readonly Part[] => {
  const past = parts.filter(({ isOfSeries, moment = 0 }) => isOfSeries && isOwnTime(moment, now.getTime()));
  if (past.length === 0) return parts;
  const kept = new Set<Part>();
  const countOf = ({ members }: Part): number => entriesOf(members).length;
  let values = parts.reduce((sum, part) => sum + (part.isOfSeries ? 0 : countOf(part)), 0);
  for (const part of past.toSorted((a, b) => (b.moment ?? 0) - (a.moment ?? 0))) {
    values += countOf(part);
    if (kept.size === 0 || values <= READING_LIMITS.ingestReadingsMax) kept.add(part);
  }
  return parts.filter((part) => !part.isOfSeries || kept.has(part));
};

/** Reads all parts' readings, and the health of a body about one thing. */
export const readParts = (sent: readonly Part[], now: Date): Outcome<ParsedPayload> => {
  const parts = measured(sent, now);
  if (parts.some(({ isTooMuch }) => isTooMuch)) return refuse("too_many_readings");
  const moments = settledMoments(
    parts.map(({ moment }) => moment),
    now,
  );
  const things = inOrder(parts).map((part): Thing => {
    const said = part.isWhole ? leavesOf(part) : withoutTwins(leavesOf(part));
    return { part, said: part.isWhole || part.manner.isExact ? said : withoutAverages(said) };
  });
  const shown = shownBy(things);
  const payload = payloadOf(
    things.values().flatMap((thing) => readPart(thing, shown, moments.atMs(thing.part.moment))),
    healthOfParts(parts),
  );
  return payload.ok && moments.lagSeconds !== undefined
    ? done({ ...payload.value, lagSeconds: moments.lagSeconds })
    : payload;
};

/** Sorts parts by time, the newest last: of a sensor's values at the same time, the last one counts. */
const inOrder = (parts: readonly Part[]): readonly Part[] =>
  parts.some(({ moment }) => moment !== undefined)
    ? parts.toSorted((a, b) => (a.moment ?? 0) - (b.moment ?? 0) || 0)
    : parts;
