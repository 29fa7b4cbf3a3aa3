import type { BareTemperatureUnit } from "../../../schema/vocabulary.ts";
import type { Teller } from "./teller.ts";

/** A temperature as it was sent, `21 °F`, whatever the reader prefers. */
export const bareTemperature = (value: number, unit: BareTemperatureUnit, teller: Teller): string =>
  `${teller.number(value, Number.isInteger(value) ? 0 : 1)}\u00a0${unit}`;
