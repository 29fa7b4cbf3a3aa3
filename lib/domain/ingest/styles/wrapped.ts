import { done } from "../../outcome.ts";
import { readHealth } from "../health.ts";
import { payloadOf } from "../judge-reading.ts";
import { isFixedShape, isHomeAssistantEntity, wrappedKeys } from "../known-shapes.ts";
import type { PayloadStyle } from "../payload-style.ts";
import { readFlatKeys } from "./flat-keys.ts";

/** Flat keys inside one known wrapper: `{"metrics":{"temperature":73.4,"humidity":61}}`, keys without the wrapper. */
export const wrapped: PayloadStyle = {
  name: "wrapped",
  claims: (body) => wrappedKeys(body) !== null && !isFixedShape(body) && !isHomeAssistantEntity(body),
  read: (body) => {
    const keys = wrappedKeys(body) ?? {};
    return done(payloadOf(readFlatKeys(keys), readHealth(keys)));
  },
};
