import { adafruitIo } from "../adafruit-io.ts";
import { opensensemap } from "../opensensemap.ts";
import { opentelemetry } from "../opentelemetry.ts";
import { prometheusApi } from "../prometheus-api.ts";
import { thingsboard } from "../thingsboard.ts";
import { thingspeak, ubibot } from "../thingspeak.ts";

/** Platforms that keep and pass on measurements. */
export const PLATFORMS = [
  adafruitIo,
  opensensemap,
  opentelemetry,
  prometheusApi,
  thingsboard,
  ubibot,
  thingspeak,
];
