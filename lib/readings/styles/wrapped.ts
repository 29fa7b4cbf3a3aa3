import { readHealth } from "../health.ts";
import { entriesOf } from "../json.ts";
import { payloadOf } from "../judge-reading.ts";
import { isFixedShape, isHomeAssistantEntity, wrappedKeys } from "../known-shapes.ts";
import type { PayloadStyle } from "../payload-style.ts";
import { isSpecifiedTemperature } from "../temperature-rules.ts";
import { readValue } from "../values.ts";
import { readFlatKeys } from "./flat-keys.ts";

/** Firmware of one's own: at least one key is of the specification. Everybody else's names have to be understood. */
const hasSpecifiedKey = (body: unknown): boolean => {
  const keys = wrappedKeys(body);
  return (
    keys !== null &&
    entriesOf(keys).some(([name, raw]) => isSpecifiedTemperature(name) && readValue(raw) !== null)
  );
};

/**
 * Flat keys inside one known wrapper: `{"metrics":{"temp1":73.4,"humidity1":61}}`, keys without the
 * wrapper.
 */
export const wrapped: PayloadStyle = {
  name: "wrapped",
  claims: (body) => hasSpecifiedKey(body) && !isFixedShape(body) && !isHomeAssistantEntity(body),
  read: (body) => {
    const keys = wrappedKeys(body) ?? {};
    return payloadOf(readFlatKeys(keys), readHealth(keys));
  },
};
