import { guessByName, type PlacedDevice, type PlacedSensor, type PlacementGuess } from "./placement.ts";

/** A guess that is to be kept with its sensor. */
export type KeptGuess = { sensorId: string; guess: PlacementGuess };

type Placed = { device: PlacedDevice; sensors: readonly (PlacedSensor & { id: string })[] };

/** Guesses that need their reading: a freezer stays one while it thaws, which is when it matters. */
export function keptGuesses(devices: readonly Placed[]): KeptGuess[] {
  return devices.flatMap(({ device, sensors }) =>
    sensors.flatMap((sensor) => {
      const guess = guessByName(sensor, device);
      const isSticky = guess?.placement === "freezer" || guess?.placement === "fridge";
      if (!guess?.isApplied || !isSticky || sensor.placementGuess?.placement === guess.placement) return [];
      return [{ sensorId: sensor.id, guess }];
    }),
  );
}
