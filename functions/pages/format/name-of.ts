import { sensorName } from "../../../lib/devices/sensor-name.ts";
import { givenName } from "../../../lib/language/given-names.ts";
import type { PageSensor } from "../../../lib/sharing/home-page/page-home.ts";
import type { Words } from "../words/en.ts";

type NamedSensor = Pick<PageSensor, "key" | "label" | "kind">;

/** A sensor as a page calls it: nobody sees `temp1` as a name. */
export const nameOf = (sensor: NamedSensor, { sensorKinds }: Words): string =>
  (sensor.label === sensor.key ? null : givenName(sensor.label, sensor.kind, sensorKinds)) ??
  sensorName(sensor, sensorKinds);
