import { sensorNameIn } from "../../../lib/language/given-names.ts";
import type { PageSensor } from "../../../lib/sharing/home-page/page-home.ts";
import type { Words } from "../words/en.ts";

/** A sensor as a page calls it. */
export const nameOf = (sensor: Pick<PageSensor, "key" | "label" | "kind">, { sensorKinds }: Words): string =>
  sensorNameIn(sensor, sensorKinds);
