import { sensorName } from "../../../lib/devices/sensor-name.ts";
import type { PageSensor } from "../../../lib/sharing/home-page/page-home.ts";
import type { Words } from "../words/en.ts";

/** A sensor as a page calls it: nobody sees `temp1` as a name. */
export const nameOf = (sensor: Pick<PageSensor, "key" | "label" | "kind">, words: Words): string =>
  sensorName(sensor, words.sensorKinds);
