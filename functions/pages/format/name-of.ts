import type { Words } from "../../../lib/language/en/pages.ts";
import { sensorNameIn } from "../../../lib/language/given-names.ts";
import type { PageSensor } from "../../../lib/sharing/home-page/page-home.ts";

/** A sensor as a page calls it. */
export const nameOf = (sensor: Pick<PageSensor, "key" | "label" | "kind">, { sensorKinds }: Words): string =>
  sensorNameIn(sensor, sensorKinds);
