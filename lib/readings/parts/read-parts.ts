import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { measured } from "../foreign/lists.ts";
import { partHealth } from "../health.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { settledMoments } from "../own-time.ts";
import type { Health, ParsedPayload } from "../reading.ts";
import { SCALE } from "../sensor-kinds.ts";
import { leavesOf } from "./leaves.ts";
import type { Part } from "./manner.ts";
import { namesIn } from "./part-names.ts";
import { settingsOf, statedScale } from "./scale.ts";
import {
  inWattHours,
  inWholeAsSet,
  inWholeUnits,
  isBeyondKilowattHours,
  isElectronics,
  isLarge,
  isOfPrinter,
  type Named,
  scaleByHeat,
  usualOwnScale,
  usualScale,
  withoutAverages,
  withoutTwins,
} from "./temperatures.ts";

/** A bare number beyond is in tenths or hundredths of something: it is not understood. */
const BARE_TEMPERATURE_MAX = 130;

type Said = { part: Part; said: Named[] };

/** What the things of a body show of each other. */
type Shown = { isInWattHours: boolean; isPrinter: boolean; settings: readonly number[] };

/** The largest numbers of a byte, for "not connected". */
const FILLERS = new Set([126, 127, 128]);

/** What a computer measures of itself is left out, and so is what must be in parts of a degree that nobody names. */
const isKept = ({ kind, unit, measured }: Named, isComputers: boolean, scale: string | null): boolean =>
  kind !== "temperature" ||
  (!isComputers &&
    (unit !== SCALE ||
      scale !== null ||
      (Math.abs(measured.value) < BARE_TEMPERATURE_MAX && !FILLERS.has(measured.value))));

/** The leaves of one thing in the scale and the units that its numbers and its neighbours show. */
const inFullUnits = (
  { part, said }: Said,
  { isInWattHours, settings }: Shown,
): { leaves: Named[]; scale: string | null } => {
  const { members, manner, key } = part;
  if (part.isWhole) return { leaves: said, scale: manner.temperature ?? null };
  const stated = statedScale(members) ?? manner.temperature ?? null;
  if (manner.isExact) return { leaves: said, scale: stated };
  const counted = isInWattHours ? inWattHours(said) : said;
  const whole = inWholeAsSet(inWholeUnits(counted, manner.temperature !== undefined), settings);
  const scale = stated ?? scaleByHeat(whole, key);
  const isComputers = isElectronics(key) || isElectronics(part.label);
  return { leaves: whole.filter((leaf) => isKept(leaf, isComputers, scale)), scale };
};

const readPart = (one: Said, shown: Shown, atMs: number | null): (Judged | null)[] => {
  const { part } = one;
  const { leaves, scale } = inFullUnits(one, shown);
  const usual = part.manner.isExact ? usualOwnScale(part.members) : usualScale;
  const namesOf = namesIn(part);
  return leaves.map((leaf) => {
    const { key, label } = namesOf(leaf);
    const { kind, unit, measured, trueMeans } = leaf;
    return judgeReading({
      key,
      // Beside what melts plastic nobody sleeps in a bed.
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

/** What a body says of its own battery and radio: nothing where it speaks of several things. */
const healthOfParts = (parts: readonly Part[]): Health => {
  const own = parts.filter(({ isPart }) => isPart !== true);
  const things = new Set(own.map(({ key }) => key).filter((key) => key !== ""));
  const asked = things.size > 1 ? own.filter(({ key }) => key === "") : own;
  return Object.assign({}, ...asked.map(({ members, manner }) => partHealth(members, manner.fields)));
};

/** The readings of all parts, and the health of a body that is about one thing. */
export const readParts = (sent: readonly Part[], now: Date): Outcome<ParsedPayload> => {
  const parts = measured(sent, now);
  if (parts.some(({ isTooMuch }) => isTooMuch)) return refuse("too_many_readings");
  const moments = settledMoments(
    parts.map(({ moment }) => moment),
    now,
  );
  const things = inOrder(parts).map((part) => {
    const [isExact, said] = [part.manner.isExact === true, leavesOf(part)];
    return {
      part,
      said: part.isWhole ? said : isExact ? withoutTwins(said) : withoutAverages(withoutTwins(said)),
    };
  });
  const shown = shownBy(things.filter(({ part }) => !part.manner.isExact));
  const payload = payloadOf(
    things.values().flatMap((thing) => readPart(thing, shown, moments.atMs(thing.part.moment))),
    healthOfParts(parts),
  );
  return payload.ok && moments.lagSeconds !== undefined
    ? done({ ...payload.value, lagSeconds: moments.lagSeconds })
    : payload;
};

/** The newest last: of one sensor's values at one time it counts. */
const inOrder = (parts: readonly Part[]): readonly Part[] =>
  parts.some(({ moment }) => moment !== undefined)
    ? parts.toSorted((a, b) => (a.moment ?? 0) - (b.moment ?? 0) || 0)
    : parts;

const shownBy = (strangers: readonly Said[]): Shown => ({
  isInWattHours: strangers.some(({ said }) => said.some(isBeyondKilowattHours)),
  isPrinter: strangers.some(({ part, said }) => said.some((leaf) => isOfPrinter(leaf, part.key))),
  settings: strangers.flatMap(({ part, said }) => (said.some(isLarge) ? settingsOf(part.members) : [])),
});
