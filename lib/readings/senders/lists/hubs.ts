import { deconz, hueContact } from "../deconz.ts";
import { disruptive } from "../disruptive.ts";
import { domoticz } from "../domoticz.ts";
import { espeasy } from "../espeasy.ts";
import { homeAssistantEvent } from "../home-assistant-event.ts";
import { homekit } from "../homekit.ts";
import { nodeRed } from "../node-red.ts";
import { openhab } from "../openhab.ts";
import { particle } from "../particle.ts";
import { tasmotaState } from "../tasmota-state.ts";
import { tempStick } from "../temp-stick.ts";
import { tuya } from "../tuya.ts";

/** Hubs of a home, and what people flash. */
export const HUBS = [
  homeAssistantEvent,
  deconz,
  hueContact,
  disruptive,
  domoticz,
  espeasy,
  homekit,
  nodeRed,
  openhab,
  particle,
  tasmotaState,
  tempStick,
  tuya,
];
