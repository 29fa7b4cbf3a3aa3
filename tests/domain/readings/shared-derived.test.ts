import { describe, expect, test } from "vitest";
import type { HomeSensor } from "../../../lib/devices/home-device.ts";
import { derivedReadings } from "../../../lib/sharing/shared-readings.ts";
import type { SensorKind } from "../../../schema/vocabulary.ts";
import { NOW, pageDevice, pageSensor } from "../sharing/page-home.ts";

type On = { deviceNumber: number; sensor: HomeSensor };

let position = 0;
const shared = (key: string, kind: SensorKind, value: number, deviceNumber = 1): On => {
  position += 1;
  const id = `sen_${deviceNumber}_${key}`;
  const unit = kind === "humidity" ? "%" : "°C";
  const sensor = pageSensor({ id, key, label: `the ${key}`, kind, position, unit, value, recordedAt: NOW });
  return { deviceNumber, sensor };
};
const hide = ({ deviceNumber, sensor }: On): On => ({ deviceNumber, sensor: { ...sensor, visible: false } });
const derived = (...all: On[]) => {
  const devices = [...Map.groupBy(all, ({ deviceNumber }) => deviceNumber)].map(([number, on]) =>
    pageDevice({ number, name: `node ${number}`, space: "Cellar", sensors: on.map(({ sensor }) => sensor) }),
  );
  return derivedReadings({ devices }, NOW, null);
};

describe("a share link's derived readings", () => {
  test("pair the sensors of one device only, every device's own", () => {
    const here = [shared("temp1", "temperature", 20, 1), shared("humidity1", "humidity", 50, 1)];
    const there = [shared("temp1", "temperature", 10, 2), shared("humidity1", "humidity", 60, 2)];
    const lone = [shared("temp1", "temperature", 10, 3), shared("humidity1", "humidity", 60, 4)];
    expect(derived(...here, ...there, ...lone).map(({ of }) => of)).toEqual([
      ["sen_1_temp1", "sen_1_humidity1"],
      ["sen_2_temp1", "sen_2_humidity1"],
    ]);
  });

  test("tell nothing of a pair with a hidden sensor in it", () => {
    const [temperature, humidity] = [shared("temp1", "temperature", 20), shared("humidity1", "humidity", 50)];
    expect(derived(temperature, hide(humidity))).toEqual([]);
    expect(derived(hide(temperature), humidity)).toEqual([]);
  });

  test("never pair a sensor anew because its own one is hidden", () => {
    const attic = [shared("temp1", "temperature", 20), shared("humidity1", "humidity", 50)] as const;
    const bath = [shared("temp2", "temperature", 22), shared("humidity2", "humidity", 80)] as const;
    expect(derived(attic[0], hide(attic[1]), hide(bath[0]), bath[1])).toEqual([]);
    const [one, other, lone] = [
      shared("attic", "temperature", 20),
      shared("cellar", "temperature", 10),
      shared("bath", "humidity", 80),
    ];
    expect(derived(one, hide(other), lone)).toEqual([]);
  });
});
