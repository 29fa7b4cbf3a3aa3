import type { TickDevice } from "../../lib/alerts/facts.ts";
import type { Placement, SensorKind } from "../../schema/vocabulary.ts";

/** As much of a device as says who it is. `place.placement` is where its sensor truly is. */
export type PlayedDevice = {
  name: string;
  space: string;
  sensors: { label: string; kind: SensorKind; unit: string | null; place: { placement: Placement } }[];
};

/** A device that has sent nothing yet; `isPlaced` where its owner has said where its sensors are. */
export function tickDevice(device: PlayedDevice, index: number, isPlaced: boolean): TickDevice {
  const { name, space } = device;
  return {
    device: {
      id: `dev_${index}`,
      type: "push",
      name,
      space,
      enabled: true,
      lastSeenAt: null,
      gaps: [],
    },
    sensors: device.sensors.map(({ label, kind, unit, place }, position) => ({
      id: `sen_${index}_${position}`,
      label,
      kind,
      unit,
      isState: unit === null,
      faultyAt: null,
      settings: {},
      value: null,
      at: null,
      valueBefore: null,
      deviceNumber: index,
      position,
      placement: isPlaced ? place.placement : null,
    })),
  };
}
