import { readHealth } from "../health.ts";
import { payloadOf } from "../judge-reading.ts";
import { isFixedShape, isHomeAssistantEntity, wrappedKeys } from "../known-shapes.ts";
import type { PayloadStyle } from "../payload-style.ts";
import { readFlatKeys } from "./flat-keys.ts";

/**
 * A wrapper without a reading in it is no wrapper: a battery alone in an inner object is another device's.
 */
const readingsIn = (body: unknown): boolean => {
  const keys = wrappedKeys(body);
  return keys !== null && readFlatKeys(keys).some((judged) => judged !== null);
};

/**
 * Flat keys inside one known wrapper: `{"metrics":{"temperature":73.4,"humidity":61}}`, keys without the
 * wrapper.
 */
export const wrapped: PayloadStyle = {
  name: "wrapped",
  claims: (body) => readingsIn(body) && !isFixedShape(body) && !isHomeAssistantEntity(body),
  read: (body) => {
    const keys = wrappedKeys(body) ?? {};
    return payloadOf(readFlatKeys(keys), readHealth(keys));
  },
};
