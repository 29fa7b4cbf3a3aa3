import type { PayloadStyle } from "./reading.ts";
import { senml } from "./senml/read-pack.ts";
import { classicTemp, flatKeys } from "./styles/flat-keys.ts";
import { homeAssistant } from "./styles/home-assistant.ts";
import { nested } from "./styles/nested.ts";
import { typedSensors } from "./styles/typed-sensors.ts";

/** The shapes of our own, read together; on the same key a later one wins. */
export const NATIVE_STYLES: readonly PayloadStyle[] = [flatKeys, classicTemp, typedSensors];

/** Asked in this order, where the native shapes yield nothing. */
export const FOREIGN_STYLES: readonly PayloadStyle[] = [senml, homeAssistant, nested];

export const STYLES: readonly PayloadStyle[] = [...NATIVE_STYLES, ...FOREIGN_STYLES];
