import type { SensorKind } from "../../../schema/vocabulary.ts";
import { normaliseUnit } from "../../kernel/units.ts";
import { barePressure } from "../flat-names.ts";
import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { ownTime } from "../own-time.ts";
import { statedScale } from "../parts/scale.ts";
import type { PayloadStyle } from "../reading.ts";
import { guessKind, isStateKind, kindFromName, kindFromWord } from "../sensor-kinds.ts";
import { unitOf } from "../unit-marks.ts";
import { type Measured, readValue } from "../values.ts";

const isMissing = (word: unknown): boolean => word === undefined || word === null || word === "";

/** Other words for a kind of ours mean it (`leak`), all others are kept as generic; null where the entry says none. */
const declaredKind = (word: unknown): SensorKind | null => {
  if (isMissing(word)) return null;
  return typeof word === "string" ? (kindFromWord(word) ?? kindFromName(word)) : "generic";
};

/** `bool` says a state, also where it is sent as 1 or 0. */
const stateIn = (entry: JsonObject): Measured | null => {
  const bool = readValue(entry.bool);
  return bool && { value: bool.value === 0 ? 0 : 1, isState: true };
};

const measuredIn = (entry: JsonObject, kind: SensorKind | null): Measured | null => {
  const [value, bool] = [readValue(entry.value), stateIn(entry)];
  return kind !== null && isStateKind(kind) ? (bool ?? value) : (value ?? bool);
};

const readEntry = (entry: JsonObject, bodyScale: string | null, now: Date): Judged | null => {
  const declared = declaredKind(entry.kind);
  const measured = measuredIn(entry, declared);
  if (typeof entry.key !== "string" || measured === null) return null;
  const named = normaliseUnit(entry.unit);
  const kind = declared ?? guessKind(entry.key, named, measured.isState);
  const unit = named === null ? unitOf(entry.key, kind, bodyScale) : { unit: named };
  const pressure = named === null ? barePressure(entry.key, kind, measured) : null;
  // Declared outright, it is one in the unit of its kind.
  const own = pressure?.unit === null && declared !== null ? null : pressure;
  const label = entry.label ?? entry.name;
  return judgeReading({
    key: entry.key,
    label,
    kind,
    kindIsDeclared: declared !== null,
    measured,
    atMs: ownTime(entry.recorded_at, now),
    ...unit,
    ...own,
  });
};

/** `{"sensors":[{"key","kind","value","unit","bool"}]}` */
export const typedSensors: PayloadStyle = {
  name: "typed-sensors",
  claims: (body) => isJsonObject(body) && Array.isArray(body.sensors),
  read: (body, { now }) => {
    if (!isJsonObject(body)) return payloadOf([]);
    const bodyScale = statedScale(body);
    const entries = objectElements(body.sensors).values();
    return payloadOf(entries.map((entry) => readEntry(entry, bodyScale, now)));
  },
};
