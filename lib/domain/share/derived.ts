import type { DerivedKind, TemperatureUnit } from "../../../schema/vocabulary.ts";
import { type DerivedValue, dewPointNow } from "../derived/dew-point-now.ts";
import { sensorPairs } from "../derived/sensor-pairs.ts";
import type { HiddenSensor, SharedHome, SharedSensor } from "./shared-home.ts";

export type DerivedReading = DerivedValue & {
  kind: DerivedKind;
  key: string;
  label: string;
  device: string;
  space: string;
  /** Ids of the sensors it is made of, of a dew point the temperature first. */
  of: string[];
};

/**
 * What follows from the latest readings of each device. Sensors are paired as their owner sees them, so that
 * hiding one never marries another to a stranger; of a pair with a hidden one nothing is told.
 */
export function derivedReadings(
  { sensors, hidden }: SharedHome,
  now: Date,
  unit: TemperatureUnit | null,
): DerivedReading[] {
  const devices = Map.groupBy([...sensors, ...hidden], ({ deviceNumber }) => deviceNumber);
  return [...devices.values()].flatMap((ofDevice) =>
    sensorPairs(ofDevice.toSorted((a, b) => a.position - b.position)).flatMap(({ temperature, humidity }) =>
      isShared(temperature) && isShared(humidity) ? dewPointOf({ temperature, humidity }, now, unit) : [],
    ),
  );
}

const isShared = (sensor: SharedSensor | HiddenSensor): sensor is SharedSensor => "value" in sensor;

function dewPointOf(
  pair: { temperature: SharedSensor; humidity: SharedSensor },
  now: Date,
  unit: TemperatureUnit | null,
): DerivedReading[] {
  const { key, label, device, space, sensorId } = pair.temperature;
  const dewPoint = dewPointNow(pair, now, unit);
  if (dewPoint === null) return [];
  return [
    {
      kind: "dew_point",
      key: `dew_point_${key}`,
      label: `${label}: dew point`,
      device,
      space,
      ...dewPoint,
      of: [sensorId, pair.humidity.sensorId],
    },
  ];
}
