import { entriesOf, type JsonObject } from "../json.ts";
import { snake } from "../parts/snake.ts";
import { saysLeak, stateOf } from "../sensor-kinds.ts";
import { readStateWord } from "../values.ts";
import { kindWord, type OneValue } from "./records.ts";
import { isStateName, isSwitched, type Said, stateSaid } from "./sentences.ts";

/** A value that one place of the body says under a name; without a moment it is that of the place. */
type Value = { name: string; raw: unknown; unit: string | null; moment: number | undefined };

/** What one place of the body says itself, and the things below it that are still to be walked. */
export type Gathered<There> = { values: Value[]; below: [JsonObject, There][] };

export const put = (
  { values }: Gathered<unknown>,
  name: string,
  { raw, unit, series }: OneValue,
  moment?: number,
): void => {
  if (series === undefined) values.push({ name, raw, unit, moment });
  else for (const one of series) values.push({ name, raw: one.raw, unit, moment: one.moment ?? moment });
};

/** The values as members, with their units by the same names; two of one name are kept apart by their order. */
export const membersOf = (values: readonly Value[]): { members: JsonObject; units: JsonObject } => {
  const members: JsonObject = Object.create(null);
  const units: JsonObject = Object.create(null);
  const taken = new Map<string, number>();
  for (const { name, raw, unit } of values) {
    const number = (taken.get(name) ?? 0) + 1;
    taken.set(name, number);
    const free = number === 1 ? name : `${name}_${number}`;
    members[free] = raw;
    if (unit !== null) units[free] = unit;
  }
  return { members, units };
};

/** Text values under ambiguous names, unless a name already decides. */
export const putSaid = (gathered: Gathered<unknown>, object: JsonObject): void => {
  for (const [name, value] of entriesOf(object)) {
    const said = stateSaid(name, value) ?? leakSaid(object, name, value);
    if (said === null) continue;
    const kind = stateOf(said.about)?.kind;
    const isKnown = gathered.values.some((one) => stateOf(snake(one.name))?.kind === kind);
    if (!isKnown) put(gathered, said.about, { name: null, raw: said.isOn, unit: null });
  }
};

const SAYS_IT_ITSELF = /^(?:wet|dry)$/i;

/** `{"alarmType":"WATER_LEAK","state":"ACTIVE","temperature":66}`: the state of what another member names. */
const leakSaid = (object: JsonObject, name: string, value: unknown): Said | null => {
  if (typeof value !== "string" || !isStateName(snake(name)) || SAYS_IT_ITSELF.test(value)) return null;
  const state = readStateWord(value);
  const kind = state?.isState ? kindWord(object) : null;
  if (kind === null || saysLeak(snake(kind)) !== true) return null;
  // A sensor may be active, too, and nothing is wet.
  const isAlarms = entriesOf(object).some(([other]) => /^al(?:arm|ert)_type$/.test(snake(other)));
  return isSwitched(value) && !isAlarms ? null : { about: snake(kind), isOn: state?.value === 1 };
};

/** `"alarms":["leak"]` */
export const putLeaks = (gathered: Gathered<unknown>, texts: readonly unknown[]): void => {
  for (const text of texts) {
    const said = stateSaid("alarm", text);
    if (said !== null && stateOf(said.about)?.kind === "flood")
      put(gathered, said.about, { name: null, raw: said.isOn, unit: null });
  }
};

/** `"alarms":[]` of what its own words call a leak's sensor: what `"alarms":["leak"]` began is over. */
export const putDry = (gathered: Gathered<unknown>, object: JsonObject): void => {
  const isLeaks = ([, text]: readonly [string, unknown]) =>
    typeof text === "string" && stateOf(snake(text))?.kind === "flood";
  if (entriesOf(object).some(isLeaks)) put(gathered, "leak", { name: null, raw: false, unit: null });
};
