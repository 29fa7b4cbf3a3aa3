import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { measured } from "../foreign/lists.ts";
import { partHealth } from "../health.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { settledMoments } from "../own-time.ts";
import type { Health, ParsedPayload } from "../reading.ts";
import { SCALE } from "../sensor-kinds.ts";
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

/** The newest last: of one sensor's values at one time it counts. */
const inOrder = (parts: readonly Part[]): readonly Part[] =>
  parts.some(({ moment }) => moment !== undefined)
    ? parts.toSorted((a, b) => (a.moment ?? 0) - (b.moment ?? 0) || 0)
    : parts;
