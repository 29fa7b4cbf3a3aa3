import { entriesOf, type JsonObject } from "../json.ts";
import { snake } from "../parts/snake.ts";
import { stateOf } from "../sensor-kinds.ts";
import type { OneValue } from "./records.ts";
import { stateSaid } from "./sentences.ts";

/** What one place of the body says itself, and the things below it that are still to be walked. */
export type Gathered<There> = {
  members: JsonObject;
  units: JsonObject;
  taken: Map<string, number>;
  below: [JsonObject, There][];
  /** What it says of other times, by these. */
  dated: Map<number, Gathered<There>>;
};

export const nothing = <There>(): Gathered<There> => ({
  members: Object.create(null),
  units: Object.create(null),
  taken: new Map(),
  below: [],
  dated: new Map(),
});

/** What is said of a moment; of none: of the time of the body. */
export const at = <There>(gathered: Gathered<There>, moment: number | undefined): Gathered<There> => {
  if (moment === undefined) return gathered;
  const there = gathered.dated.get(moment) ?? nothing<There>();
  gathered.dated.set(moment, there);
  return there;
};

/** Two values of one name are kept apart by their order. */
export const put = <There>(
  gathered: Gathered<There>,
  name: string,
  { raw, unit, series }: OneValue,
): void => {
  if (series !== undefined) {
    for (const one of series) put(at(gathered, one.moment), name, { name, raw: one.raw, unit });
    return;
  }
  const { members, units, taken } = gathered;
  const number = (taken.get(name) ?? 0) + 1;
  taken.set(name, number);
  const free = number === 1 ? name : `${name}_${number}`;
  members[free] = raw;
  if (unit !== null) units[free] = unit;
};

/** Text values under ambiguous names, unless a name already decides. */
export const putSaid = <There>(gathered: Gathered<There>, object: JsonObject): void => {
  for (const [name, value] of entriesOf(object)) {
    const said = stateSaid(name, value);
    if (said === null) continue;
    const kind = stateOf(said.about)?.kind;
    const isKnown = Object.keys(gathered.members).some((member) => stateOf(snake(member))?.kind === kind);
    if (!isKnown) put(gathered, said.about, { name: null, raw: said.isOn, unit: null });
  }
};

/** `"alarms":["leak"]` */
export const putLeaks = <There>(gathered: Gathered<There>, texts: readonly unknown[]): void => {
  for (const text of texts) {
    const said = stateSaid("alarm", text);
    if (said !== null && stateOf(said.about)?.kind === "flood")
      put(gathered, said.about, { name: null, raw: said.isOn, unit: null });
  }
};
