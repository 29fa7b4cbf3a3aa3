import { chirpstack } from "../chirpstack.ts";
import { helium } from "../helium.ts";
import { milesight, milesightPlatform } from "../milesight.ts";
import { rtl433 } from "../rtl-433.ts";
import { ruuviGateway } from "../ruuvi-gateway.ts";
import { sensecap } from "../sensecap.ts";
import { shellyBlu, shellyReport } from "../shelly-report.ts";
import { theThingsNetwork } from "../the-things-network.ts";
import { theengs } from "../theengs.ts";
import { xiaomiGateway } from "../xiaomi-gateway.ts";
import { zigbee2mqtt } from "../zigbee2mqtt.ts";
import { zwaveJs } from "../zwave-js.ts";

/** Gateways of radio networks, and what comes by radio. */
export const RADIOS = [
  theThingsNetwork,
  chirpstack,
  helium,
  milesightPlatform,
  milesight,
  ruuviGateway,
  rtl433,
  sensecap,
  theengs,
  xiaomiGateway,
  shellyBlu,
  shellyReport,
  zwaveJs,
  zigbee2mqtt,
];
