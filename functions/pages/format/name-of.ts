import { SENSOR_KIND_NAMES, sensorName } from "../../../lib/devices/sensor-name.ts";
import type { PageSensor } from "../../../lib/sharing/home-page/page-home.ts";
import type { Words } from "../words/en.ts";

/** Words in English that end the names which sensors get with their first reading, where they aren't the kind's own. */
const GIVEN: Readonly<Record<string, string>> = {
  contact: "door",
  leak: "flood",
  occupancy: "motion",
};
const ENDING = /^(?:(.*?\S) )?(?:ambient |air |relative |water )?(\S+)$/iu;

type NamedSensor = Pick<PageSensor, "key" | "label" | "kind">;

/** "Cellar node temperature" is "Temperatura, Cellar node" in Spanish; null for a name of another form. */
function givenName({ key, label, kind }: NamedSensor, { sensorKinds }: Words): string | null {
  if (label === key || sensorKinds === SENSOR_KIND_NAMES) return null;
  const [, thing, said = ""] = ENDING.exec(label) ?? [];
  const word = said.toLowerCase();
  if ((GIVEN[word] ?? word) !== kind || kind === "generic") return null;
  return thing === undefined ? sensorKinds[kind] : `${sensorKinds[kind]}, ${thing}`;
}

/** A sensor as a page calls it: nobody sees `temp1` as a name. */
export const nameOf = (sensor: NamedSensor, words: Words): string =>
  givenName(sensor, words) ?? sensorName(sensor, words.sensorKinds);
