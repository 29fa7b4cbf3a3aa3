import type { Placement, PlacementSource, SensorFault } from "../../../schema/vocabulary.ts";
import { guessOf, PLACED_KINDS, type PlacedDevice, placementOf } from "../placement/placement.ts";
import type { HomeSensor } from "./home-device.ts";

/** A sensor's place and whether it is believed, as the APIs show it. */
export type ShownCondition = {
  /** Null for kinds whose alerts do not depend on it. */
  placement: Placement | null;
  placement_source: PlacementSource | null;
  /** What its owner is asked to confirm; null where there is nothing to ask. */
  placement_proposal: { placement: Placement; reason: string } | null;
  fault: SensorFault | null;
  faulty_since: string | null;
};

export function shownCondition(sensor: HomeSensor, device: PlacedDevice): ShownCondition {
  const since = sensor.faultyAt ?? sensor.faultySince;
  return {
    ...shownPlacement(sensor, device),
    fault: sensor.faultyAt === null ? sensor.fault : "unplugged",
    faulty_since: since?.toISOString() ?? null,
  };
}

type ShownPlacement = Pick<ShownCondition, "placement" | "placement_source" | "placement_proposal">;

function shownPlacement(sensor: HomeSensor, device: PlacedDevice): ShownPlacement {
  if (!PLACED_KINDS.includes(sensor.kind))
    return { placement: null, placement_source: null, placement_proposal: null };
  const placement = placementOf(sensor, device);
  if (sensor.placement !== null) return { placement, placement_source: "owner", placement_proposal: null };
  const guess = guessOf(sensor, device);
  return {
    placement,
    placement_source: guess?.isApplied === true ? "guess" : "default",
    placement_proposal: guess === null ? null : { placement: guess.placement, reason: guess.reason },
  };
}
