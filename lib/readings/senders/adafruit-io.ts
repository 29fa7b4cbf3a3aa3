import type { JsonObject } from "../json.ts";
import { objectOf, sender, textOf } from "./sender.ts";

const keyOf = (body: JsonObject): string =>
  textOf(body.feed_key ?? objectOf(body.feed).key ?? body.key)
    .split(".")
    .at(-1) ?? "";

/** Adafruit IO: a feed's data, or the feed with its last value; the feed's key says what it is. */
export const adafruitIo = sender({
  name: "Adafruit IO",
  marks: ["feed_key", "feed_id", "last_value", "feed"],
  isIts: (body) => keyOf(body) !== "" && ("value" in body || "last_value" in body),
  parts: (body) => {
    const unit = textOf(body.unit_symbol) || textOf(body.unit_type);
    const units = unit === "" ? [] : [{ [keyOf(body)]: unit }];
    return [
      { key: "", label: "", members: { [keyOf(body)]: body.value ?? body.last_value }, manner: {}, units },
    ];
  },
});
