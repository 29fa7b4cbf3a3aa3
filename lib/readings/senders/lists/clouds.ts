import { airthings } from "../airthings.ts";
import { aqara } from "../aqara.ts";
import { awair } from "../awair.ts";
import { ecobee } from "../ecobee.ts";
import { govee } from "../govee.ts";
import { monnit } from "../monnit.ts";
import { nest } from "../nest.ts";
import { netatmo } from "../netatmo.ts";
import { sensorpush } from "../sensorpush.ts";
import { smartthings } from "../smartthings.ts";
import { switchbot } from "../switchbot.ts";
import { yolink } from "../yolink.ts";

/** Makers' clouds. */
export const CLOUDS = [
  airthings,
  awair,
  aqara,
  ecobee,
  govee,
  monnit,
  nest,
  netatmo,
  sensorpush,
  smartthings,
  switchbot,
  yolink,
];
