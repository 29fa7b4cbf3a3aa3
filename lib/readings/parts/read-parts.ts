import { type Outcome, refuse } from "../../kernel/outcome.ts";
import { partHealth } from "../health.ts";
import { entriesOf, type JsonObject } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import type { Health, ParsedPayload } from "../reading.ts";
import { slug } from "../sensor-keys.ts";
import { leavesOf } from "./leaves.ts";
import { type Part, SCALE } from "./measures.ts";
import { settingsOf, statedScale } from "./scale.ts";
import { snake, worded } from "./snake.ts";
import {
  inWattHours,
  inWholeAsSet,
  inWholeUnits,
  isBeyondKilowattHours,
  isElectronics,
  type Named,
  scaleByHeat,
  shownScale,
  usualScale,
  withoutAverages,
  withoutTwins,
} from "./temperatures.ts";

/** Capitals of a formula stay; the first letter of a word after a name doesn't. */
const labelled = (thing: string, what: string): string => {
  if (thing === "" || what.toLowerCase().startsWith(`${thing.toLowerCase()} `)) return what;
  if (what === "") return thing;
  // Below "temperature" a place says it again: "tool0 temperature".
  if (what.toLowerCase().endsWith(` ${thing.toLowerCase()}`)) return worded(what);
  return `${thing} ${/^\p{Lu}\p{Ll}/u.test(what) ? what.charAt(0).toLowerCase() + what.slice(1) : what}`;
};

/** A bare number beyond is in tenths or hundredths of something: it is not understood. */
const BARE_TEMPERATURE_MAX = 130;

/** What is told of the weather: two such words beside a bare temperature, and its thermometer is on a mast, or nowhere. */
const ON_A_MAST = /wind(?!ow)|(?:^|_)gust|(?:^|_)(?:rain|precip|snow)|cloud|visib/;
const FELT = /(?:^|_)uvi?(?:_|$)|feels|apparent|(?:^|_)app_temp|heat_?index|sea_?level|(?:^|_)slp(?:_|$)/;
const OUTSIDE = "Outdoor temperature";
const BARE = /^(?:air_|current_)?temp(?:erature)?(?:_[cf]|_celsius|_fahrenheit)?$/;

/** Another thermometer is outdoors, or the air of a room is measured. */
const INDOORS = /outdoor|outside|out_?temp|temp_?out|aussen|exter|(?:^|_)co_?2|voc/;

const isOfWeather = (members: JsonObject): boolean => {
  const names = entriesOf(members).flatMap(([name, raw]) => (typeof raw === "number" ? [snake(name)] : []));
  const told = names.filter((name) => ON_A_MAST.test(name) || FELT.test(name));
  return (
    told.length >= 2 && told.some((name) => ON_A_MAST.test(name)) && !names.some((name) => INDOORS.test(name))
  );
};

type Said = { part: Part; said: Named[] };

const readPart = ({ part, said }: Said, isInWattHours: boolean): (Judged | null)[] => {
  const counted = isInWattHours ? inWattHours(said) : said;
  const leaves = inWholeAsSet(inWholeUnits(counted, part.manner.temperature !== undefined), () =>
    settingsOf(part.members),
  );
  const scale =
    statedScale(part.members) ??
    part.manner.temperature ??
    shownScale(leaves) ??
    scaleByHeat(leaves, part.key);
  const isOutside = isOfWeather(part.members);
  const isComputers = isElectronics(part.key) || isElectronics(part.label);
  const isRoom = ({ kind, unit, measured }: Named): boolean =>
    kind !== "temperature" ||
    (!isComputers && (unit !== SCALE || scale !== null || Math.abs(measured.value) < BARE_TEMPERATURE_MAX));
  return leaves.filter(isRoom).map(({ name, as, label, kind, unit, measured, trueMeans }) => {
    const said = as ?? name;
    const key = /\s/.test(said) ? slug(said) : said;
    const isAssumed = unit === SCALE && scale === null && kind === "temperature";
    return judgeReading({
      key: [part.key, key].filter(Boolean).join("_"),
      label: labelled(part.label, isOutside && BARE.test(snake(said)) ? OUTSIDE : (label ?? worded(said))),
      kind,
      unit: unit === SCALE ? (scale ?? usualScale(key)) : unit,
      followsDeviceUnit: isAssumed,
      measured,
      trueMeans,
    });
  });
};

/** What a body says of its own battery and radio: nothing where it speaks of several things. */
const healthOfParts = (parts: readonly Part[]): Health => {
  const own = parts.filter(({ isPart }) => isPart !== true);
  const things = new Set(own.map(({ key }) => key).filter((key) => key !== ""));
  const asked = things.size > 1 ? own.filter(({ key }) => key === "") : own;
  return Object.assign({}, ...asked.map(({ members }) => partHealth(members)));
};

/** The readings of all parts, and the health of a body that is about one thing. */
export const readParts = (parts: readonly Part[]): Outcome<ParsedPayload> => {
  if (parts.some(({ isTooMuch }) => isTooMuch)) return refuse("too_many_readings");
  const things = parts.map((part) => ({ part, said: withoutAverages(withoutTwins(leavesOf(part))) }));
  const isInWattHours = things.some(({ said }) => said.some(isBeyondKilowattHours));
  return payloadOf(
    things.values().flatMap((thing) => readPart(thing, isInWattHours)),
    healthOfParts(parts),
  );
};
