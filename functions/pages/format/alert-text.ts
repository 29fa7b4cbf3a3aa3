import { deviceStatus } from "../../../lib/devices/device-status.ts";
import { type SensorOfDevice, sensorOf } from "../../../lib/devices/home-device.ts";
import type { Words } from "../../../lib/language/pages.ts";
import type { PageAlert, PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import { BARE_TEMPERATURE_UNITS, HOME_TITLES } from "../../../schema/vocabulary.ts";
import { nameOf, sensorText } from "./name-of.ts";
import type { Teller } from "./teller.ts";

/** Says who is on it, to whoever may know, and of somebody outside the home since when. */
export function acknowledgedText(
  alert: Pick<PageAlert, "acknowledger" | "acknowledgedAt" | "isTakenOutside"> | undefined,
  { words: { standing, alertPage }, clock }: Teller,
): string {
  const who = alert?.acknowledger ?? alertPage.somebody;
  const at = alert?.isTakenOutside ? alert.acknowledgedAt : null;
  return at == null ? standing.acknowledged(who) : standing.helping(who, clock(at));
}

/** Says what an alert that is over was, without a value of now. */
export const pastTitle = (
  alert: AlertSubject & Pick<PageAlert, "kind">,
  home: Pick<PageHome, "devices">,
  { words }: Teller,
): string => `${words.kinds[alert.kind]}: ${placeOf(alert, home, words)}`;

type AlertSubject = Pick<PageAlert, "title" | "deviceId" | "sensorId">;

/** Who is on it is no part of what an alert says. */
type ToldAlert = Omit<PageAlert, "acknowledger" | "isTakenOutside">;

export const kindTexts = (
  { kind, severity }: Pick<PageAlert, "kind" | "severity">,
  { alert: texts }: Pick<Words, "alert">,
) => (kind === "freeze" && severity === "critical" ? texts.freezing : texts[kind]);

type AlertText = { title: string; advice: string };

/**
 * What an alert says first, and what to do about it. The value is the sensor's own of now, where it has one.
 */
export function alertText(alert: ToldAlert, home: Pick<PageHome, "devices">, teller: Teller): AlertText {
  const { title, advice } = kindTexts(alert, teller.words);
  const asked = unitAsked(alert, home, teller);
  if (asked !== null) return asked;
  return {
    title:
      lostTitle(alert, home, teller) ??
      (isDryLeak(alert, home) ? teller.words.alert.leakDried.title : title)(
        placeOf(alert, home, teller.words),
        valueText(alert, home, teller),
      ),
    advice: advice(),
  };
}

/** True of a leak that is about to end, since its sensor is dry. */
const isDryLeak = ({ kind, sensorId }: ToldAlert, { devices }: Pick<PageHome, "devices">): boolean =>
  kind === "leak" && sensorOf(devices, sensorId)?.sensor.value === 0;

/** What an alert's sensor said last, where nobody hears its device any more; null while it is heard, or of no sensor. */
function lostTitle(alert: ToldAlert, home: Pick<PageHome, "devices">, teller: Teller): string | null {
  const found = sensorOf(home.devices, alert.sensorId);
  if (found === null || deviceStatus(found.device, teller.now) !== "offline") return null;
  const { value, recordedAt } = found.sensor;
  if (value === null || recordedAt === null) return null;
  const was = sensorText(found.sensor, teller);
  return teller.words.alertPage.lastHeard(
    pastTitle(alert, home, teller),
    found.sensor.isState ? was.toLowerCase() : was,
    teller.since(recordedAt),
  );
}

/** The question, where the alert is about a temperature that nobody has said the unit of. */
function unitAsked(alert: ToldAlert, home: Pick<PageHome, "devices">, teller: Teller): AlertText | null {
  const sensor = sensorOf(home.devices, alert.sensorId)?.sensor;
  if (sensor?.unitSource !== "assumed" || sensor.value === null || alert.kind !== "freeze") return null;
  const { unit: words } = teller.words;
  return {
    title: unitQuestion(placeOf(alert, home, teller.words), sensor.value, teller),
    advice: words.hint,
  };
}

/** `Is Garage at 21 °F or 21 °C?` */
export const unitQuestion = (name: string, value: number, { words, asSent }: Teller): string =>
  words.unit.question(name, ...BARE_TEMPERATURE_UNITS.map((unit) => asSent(value, unit)));

/** Names the sensor, or else the device, as it is called today: `Pipe probe (Cellar)`. */
export function placeOf(
  { sensorId, deviceId, title }: AlertSubject,
  { devices }: Pick<PageHome, "devices">,
  words: Words,
): string {
  const found = sensorOf(devices, sensorId);
  if (found !== null) return placedText(found, words);
  const device = devices.find(({ id }) => id === deviceId);
  return device === undefined ? homeTitle(title, words) : placeText(device.name, device.space);
}

export const placedText = ({ sensor, device }: SensorOfDevice, words: Words): string =>
  placeText(nameOf(sensor, words), device.space);

/** An alert about the home itself, as its reader says it; what names a room is as its people wrote it. */
function homeTitle(title: string, { alertPage }: Words): string {
  if (title === HOME_TITLES.heating) return alertPage.wholeHome;
  if (title === HOME_TITLES.outdoors) return alertPage.outdoors;
  return title === HOME_TITLES.connection ? alertPage.connection : title;
}

export function placedName(
  { devices }: Pick<PageHome, "devices">,
  sensorId: string,
  words: Words,
): string | null {
  const found = sensorOf(devices, sensorId);
  return found === null ? null : placedText(found, words);
}

export const placeText = (name: string, space: string): string =>
  space === "" || name.toLowerCase().includes(space.toLowerCase()) ? name : `${name} (${space})`;

function valueText(
  { kind, sensorId, evidence }: ToldAlert,
  home: Pick<PageHome, "devices">,
  teller: Teller,
): string {
  if (kind === "time_to_freeze") return evidence === null ? "?" : teller.span(evidence.value * 3_600_000);
  const sensor = sensorOf(home.devices, sensorId)?.sensor;
  if (kind !== "forecast" && sensor !== undefined && sensor.value !== null)
    return sensor.isState ? "" : teller.value(sensor.value, sensor.unit);
  return evidence === null ? "" : teller.value(evidence.value, evidence.unit);
}
