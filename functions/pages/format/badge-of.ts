import { deviceStatus } from "../../../lib/devices/device-status.ts";
import { isStale } from "../../../lib/devices/shown-value.ts";
import { cut, nameText } from "../../../lib/messages/sms-text.ts";
import type { Badge, Tone } from "../../../lib/sharing/embeds.ts";
import type { SharedStanding } from "../../../lib/sharing/home-page/home-pages.actions.ts";
import type { PageDevice, PageSensor, SharedPageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Standing } from "../../../lib/sharing/home-page/standing.ts";
import { PAGE_LIMITS } from "../limits.ts";
import { alertText, placeText } from "./alert-text.ts";
import { nameOf, stateWord } from "./name-of.ts";
import type { Teller } from "./teller.ts";

const short = (text: string): string => cut(text.replace(/\s+/g, " ").trim(), PAGE_LIMITS.badgeCharactersMax);

/** How the home is, in a few words; `label` is what the link is called. */
export function homeBadge({ home, standing }: SharedStanding, teller: Teller): Badge {
  const { message, tone } = saying(standing, home, teller);
  return { label: nameText(home.name, teller.words.product), message: short(message), tone };
}

function saying(standing: Standing, home: SharedPageHome, teller: Teller): { message: string; tone: Tone } {
  const { words, now } = teller;
  switch (standing.is) {
    case "well":
      return { message: words.standing.well, tone: "well" };
    case "alert":
      return { message: alertText(standing.alert, home, teller).title, tone: standing.alert.severity };
    case "past_limit": {
      const { device, sensor, limit } = standing;
      const value = teller.value(sensor.value ?? limit.value, sensor.unit);
      return {
        message: words.standing.pastLimit(placeText(sensor.label, device.space), value),
        tone: "warning",
      };
    }
    case "late": {
      const where = placeText(standing.device.name, standing.device.space);
      const span = teller.span(now.getTime() - standing.since.getTime());
      return { message: words.standing.late(where, span), tone: "unknown" };
    }
    case "unknown": {
      const { device, sensor, reason, since } = standing;
      const where = placeText(sensor === null ? device.name : nameOf(sensor, words), device.space);
      const span = teller.span(now.getTime() - since.getTime());
      const message = reason === "faulty" ? words.standing.faulty(where) : words.standing.silent(where, span);
      return { message, tone: "unknown" };
    }
    case "waiting":
    case "empty":
      return { message: words.standing[standing.is], tone: "unknown" };
    default:
      return standing satisfies never;
  }
}

type ShownSensor = { device: PageDevice; sensor: PageSensor };

/** One sensor's value, and if it can be trusted. */
export function sensorBadge({ device, sensor }: ShownSensor, home: SharedPageHome, teller: Teller): Badge {
  const { words } = teller;
  const { tone, doubt } = trustOf({ device, sensor }, home, teller);
  const value =
    sensor.value === null
      ? words.card.never
      : sensor.isState
        ? stateWord(words, sensor.kind, sensor.value !== 0)
        : teller.value(sensor.value, sensor.unit);
  const label = nameText(placeText(nameOf(sensor, words), device.space), words.product);
  return { label, message: short(doubt === null ? value : `${value} (${doubt})`), tone };
}

function trustOf(
  { device, sensor }: ShownSensor,
  home: SharedPageHome,
  { words, now }: Teller,
): { tone: Tone; doubt: string | null } {
  const alert = home.alerts.find(({ sensorId }) => sensorId === sensor.id);
  if (sensor.faultyAt !== null) return { tone: "unknown", doubt: words.card.faulty };
  if (sensor.fault !== null) return { tone: "unknown", doubt: words.sensor.fault };
  const isOld = !sensor.isState && sensor.recordedAt !== null && isStale(sensor.recordedAt, now);
  if (isOld || deviceStatus(device, now) === "offline") return { tone: "unknown", doubt: words.card.offline };
  if (alert !== undefined) return { tone: alert.severity, doubt: null };
  return { tone: sensor.value === null ? "unknown" : "well", doubt: null };
}
