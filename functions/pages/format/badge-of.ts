import { deviceStatus } from "../../../lib/devices/device-status.ts";
import type { SensorOfDevice } from "../../../lib/devices/home-device.ts";
import { cut, nameText } from "../../../lib/language/sms-text.ts";
import type { Badge, Tone } from "../../../lib/sharing/embeds.ts";
import type { SharedPageHome } from "../../../lib/sharing/home-page/page-home.ts";
import { standingOf } from "../../../lib/sharing/home-page/standing.ts";
import { PAGE_LIMITS } from "../limits.ts";
import { placedText } from "./alert-text.ts";
import { doubtText, isOld, sensorText } from "./name-of.ts";
import { standingText } from "./standing-text.ts";
import type { Teller } from "./teller.ts";

const short = (text: string): string => cut(text.replace(/\s+/g, " ").trim(), PAGE_LIMITS.badgeCharactersMax);

/** How the home is, in a few words; `label` is what the link is called. */
export function homeBadge(home: SharedPageHome, teller: Teller): Badge {
  const { first, tone } = standingText(standingOf(home, teller.now), home, teller, false);
  return { label: nameText(home.name, teller.words.product), message: short(first), tone };
}

export function sensorBadge(shown: SensorOfDevice, home: SharedPageHome, teller: Teller): Badge {
  const { words } = teller;
  const { tone, doubt } = trustOf(shown, home, teller);
  const value = sensorText(shown.sensor, teller);
  const label = nameText(placedText(shown, words), words.product);
  return { label, message: short(doubt === null ? value : `${value} (${doubt})`), tone };
}

function trustOf(
  { device, sensor }: SensorOfDevice,
  home: SharedPageHome,
  { words, now }: Teller,
): { tone: Tone; doubt: string | null } {
  const alert = home.alerts.find(({ sensorId }) => sensorId === sensor.id);
  const doubt = doubtText(sensor, isOld(sensor, now) || deviceStatus(device, now) === "offline", words);
  if (doubt !== null) return { tone: "unknown", doubt };
  if (alert !== undefined) return { tone: alert.severity, doubt: null };
  return { tone: sensor.value === null ? "unknown" : "well", doubt: null };
}
