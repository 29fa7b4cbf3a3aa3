import { walk } from "../foreign/walk.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { sender } from "./sender.ts";

const MANNER = { temperature: "°C" };

const isTelemetry = (one: unknown): one is JsonObject =>
  isJsonObject(one) && "ts" in one && isJsonObject(one.values);

/** ThingsBoard's telemetry. */
export const thingsboard = sender({
  name: "ThingsBoard",
  marks: ["ts", "values"],
  isIts: isTelemetry,
  parts: ({ values }) => walk(values, MANNER),
});
