import { VACATION_SUBJECT } from "../../../lib/alerts/kinds/thresholds.ts";
import { deviceStatus } from "../../../lib/devices/device-status.ts";
import { type HomeSensor, type SensorOfDevice, sensorOf } from "../../../lib/devices/home-device.ts";
import { HOUR_MS } from "../../../lib/kernel/time.ts";
import { keyedSubject, sensorNameIn } from "../../../lib/language/given-names.ts";
import type { Words } from "../../../lib/language/pages.ts";
import type { Limit } from "../../../lib/language/reason.ts";
import {
  hoursLeft,
  isFrozen,
  isStillCold,
  pastLimit,
  SOON_HOURS,
  sensorLimit,
} from "../../../lib/sharing/home-page/cards.ts";
import type { PageAlert, PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import {
  ACK_PATHS,
  type AlertKind,
  BARE_TEMPERATURE_UNITS,
  ESCALATION_GROUPS,
  HOME_TITLES,
  PRESENCE_RULES,
  type SensorKind,
} from "../../../schema/vocabulary.ts";
import type { Teller } from "./teller.tsx";

/** Says who has acknowledged an alert, if the reader may know, and since when if it is somebody outside the home. */
export function acknowledgedText(
  alert: Pick<PageAlert, "acknowledger" | "acknowledgedAt" | "isAssigned" | "isTakenOutside"> | undefined,
  { words: { standing, alertPage }, clock }: Teller,
): string {
  const who = alert?.acknowledger ?? alertPage.somebody;
  if (alert?.isAssigned) return standing.assigned(who);
  const at = alert?.isTakenOutside ? alert.acknowledgedAt : null;
  return at == null ? standing.acknowledged(who) : standing.helping(who, clock(at));
}

/** Returns an ended alert's title, without a current value. A vacation's alert is named after its sensor's state. */
export function pastTitle(
  alert: AlertSubject & OfKind & { subject?: string },
  home: Pick<PageHome, "devices">,
  { words }: Pick<Teller, "words">,
): string {
  const found = alert.subject?.startsWith(VACATION_SUBJECT) ? sensorOf(home.devices, alert.sensorId) : null;
  const what = found === null ? pastWord(alert, words) : stateWord(words, found.sensor.kind, true);
  return `${what}: ${placeOfAlert(alert, home, words)}`;
}

type AlertSubject = Pick<PageAlert, "kind" | "title" | "deviceId" | "sensorId">;

type ToldAlert = Pick<PageAlert, "id" | "kind" | "severity" | "openedAt" | "evidence"> & AlertSubject;
type OpenHome = Pick<PageHome, "devices" | "alerts" | "alertSettings">;

type OfKind = Pick<PageAlert, "kind" | "severity"> & { worst?: PageAlert["severity"] };

/** Returns the key of an alert's texts: its kind, or `freezing` for critical cold. */
const dangerOf = ({ kind, severity }: Omit<OfKind, "worst">) =>
  kind === "freeze" && severity === "critical" ? "freezing" : kind;

/** Names an alert by its worst severity, since the severity may fall before the alert ends. */
export const pastWord = ({ kind, severity, worst = severity }: OfKind, { kinds }: Words) =>
  kinds[dangerOf({ kind, severity: worst })];

export const kindTexts = (alert: OfKind, { alert: texts }: Pick<Words, "alert">) => texts[dangerOf(alert)];

/** Returns the advice for an alert at a place, which for water is that of its message if a pump keeps the place dry. */
export const adviceIn = ({ kind }: OfKind, place: string, usual: string, { words }: Pick<Teller, "words">) =>
  (kind === "leak" && words.pumpedAdvice(place)) || usual;

/** Returns an alert's title, which has the sensor's current value, its advice, and since when it is, or when it began. */
export function alertText(alert: ToldAlert, home: OpenHome, teller: Teller) {
  const { words } = teller;
  const found = sensorOf(home.devices, alert.sensorId);
  const sensor = found?.sensor;
  const place = placeOfAlert(alert, home, words);
  const at = (told: "since" | "began") => words.common[told](teller.dateTime(beganAt(alert, home)));
  // If the unit of the temperature is only assumed, the alert asks for the unit instead.
  if (sensor?.unitSource === "assumed" && sensor.value !== null && alert.kind === "freeze")
    return { title: unitQuestion(place, sensor.value, teller), advice: words.unit.hint, since: at("since") };
  // The limit that was passed at the last decision; null if the home no longer lists the alert.
  const limit = home.alerts.find(({ id }) => id === alert.id)?.limit ?? null;
  const texts = textsNow(alert, found, limit, home, teller);
  const since = at(OVER.some((name) => words.alert[name] === texts) ? "began" : "since");
  const told = { advice: adviceIn(alert, place, texts.advice(), teller), since };
  const lost = lostTitle(alert, home, teller);
  const value = valueText(alert, sensor, teller);
  if (lost !== null || alert.kind !== "rule") return { title: lost ?? texts.title(place, value), ...told };
  const name = limit?.name ?? words.kinds.rule;
  // An alert of a vacation is named after its sensor's state: not everybody may know that nobody is at home.
  const called = sensor && PRESENCE.includes(name) ? stateWord(words, sensor.kind, true) : name;
  return { title: texts.title(called, value === "" ? place : `${place}, ${value}`), ...told };
}

const PRESENCE: readonly string[] = Object.values(PRESENCE_RULES);

/** The texts of alerts that are about to end because their sensor is fine again. */
const ENDING = {
  freeze: "warmAgain",
  humidity: "humidityFine",
  leak: "leakDried",
  cold_storage: "coldAgain",
} as const satisfies Partial<Record<AlertKind, keyof Words["alert"]>>;
/** All texts of alerts whose trouble is over by now. */
const OVER = [...Object.values(ENDING), "lessCold", "backOnline", "noLongerFalling"] as const;

function textsNow(
  alert: ToldAlert,
  found: SensorOfDevice | null,
  limit: Limit | null,
  home: OpenHome,
  { words, now }: Teller,
) {
  const { kind, deviceId, evidence } = alert;
  if (found !== null && kind in ENDING && isFine(found, kind, limit, home)) {
    const isCold = kind === "freeze" && isStillCold(found.sensor);
    return words.alert[isCold ? "lessCold" : ENDING[kind as keyof typeof ENDING]];
  }
  const device = home.devices.find(({ id }) => id === deviceId);
  if (kind === "outage" && device && deviceStatus(device, now) === "ok") return words.alert.backOnline;
  if (kind === "humidity" && limit?.name === "low") return words.alert.dryAir;
  if (kind === "rule" && PRESENCE.includes(limit?.name ?? "")) return words.alert.presence;
  const isCold = kind === "time_to_freeze" || dangerOf(alert) === "freezing";
  if (isCold && found !== null && isFrozen(found.sensor)) return words.alert.frozen;
  if (kind !== "time_to_freeze" || found === null || evidence === null) return kindTexts(alert, words);
  const hours = hoursLeft(evidence, found.sensor, now);
  return words.alert[hours === null ? "noLongerFalling" : hours < SOON_HOURS ? "freezesSoon" : kind];
}

/** Returns when the trouble began. A device is offline since its last reading, some time before its alert opens. */
export const beganAt = (
  alert: Pick<PageAlert, "id" | "kind" | "openedAt"> & Partial<Pick<PageAlert, "evidence">>,
  { alerts }: Pick<PageHome, "alerts">,
) => {
  const isSilence = alert.kind === "outage" || alert.kind === "incident";
  const evidence = alert.evidence ?? alerts.find(({ id }) => id === alert.id)?.evidence;
  return (isSilence ? evidence?.at : undefined) ?? alert.openedAt;
};

/** Returns true if a sensor is inside its own limit and that of its alert, which may differ during a vacation. */
function isFine(found: SensorOfDevice, kind: AlertKind, past: Limit | null, home: OpenHome): boolean {
  const { value, unit } = found.sensor;
  if (value === null || unit === null) return kind === "leak" && value === 0;
  const limits = [
    kind === "cold_storage" ? null : sensorLimit(found, home),
    past && pastLimit(past, unit),
  ].filter((limit) => limit !== null);
  return (
    limits.length > 0 &&
    limits.every((limit) => (limit.side === "below" ? value > limit.value : value < limit.value))
  );
}

/** Returns a title with the sensor's last value if its device is offline. Null otherwise, or without a sensor. */
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

/** Returns `Is Garage at 21 °F or 21 °C?`. */
export const unitQuestion = (name: string, value: number, { words, asSent }: Teller): string =>
  words.unit.question(name, ...BARE_TEMPERATURE_UNITS.map((unit) => asSent(value, unit)));

/** Returns the current name of the sensor, the device or the home that an alert is about: `Pipe probe (Cellar)`. */
export function placeOfAlert(
  { kind, sensorId, deviceId, title }: AlertSubject,
  { devices }: Pick<PageHome, "devices">,
  words: Words,
): string {
  const found = sensorOf(devices, sensorId);
  if (found !== null) return placedText(found, words);
  const device = devices.find(({ id }) => id === deviceId);
  if (device !== undefined) return placeText(device.name, device.space);
  const { subjects } = words.alertPage;
  // The whole home has a name in each language. A room, which an alert may be about, too, keeps its own.
  const part = (Object.keys(subjects) as (keyof typeof subjects)[]).find((key) => HOME_TITLES[key] === title);
  return part === undefined ? (keyedSubject({ kind, title }, words.sensorKinds) ?? title) : subjects[part];
}

export const placedText = ({ sensor, device }: SensorOfDevice, words: Words): string =>
  placeText(nameOf(sensor, words), device.space);

export const placeText = (name: string, space: string): string =>
  space === "" || name.toLowerCase().includes(space.toLowerCase()) ? name : `${name} (${space})`;

function valueText({ kind, evidence }: ToldAlert, sensor: HomeSensor | undefined, teller: Teller): string {
  const hours = evidence === null || sensor === undefined ? null : hoursLeft(evidence, sensor, teller.now);
  if (kind === "time_to_freeze" && hours !== null) return teller.span(hours * HOUR_MS);
  if (kind !== "forecast" && sensor !== undefined && sensor.value !== null)
    return sensor.isState ? "" : teller.value(sensor.value, sensor.unit);
  return evidence === null ? "" : teller.value(evidence.value, evidence.unit);
}

export const nameOf = (sensor: Pick<HomeSensor, "key" | "label" | "kind">, { sensorKinds }: Words): string =>
  sensorNameIn(sensor, sensorKinds);

type StateKind = keyof Words["card"]["on"];

export const stateKind = (kind: SensorKind): StateKind =>
  kind === "door" || kind === "flood" || kind === "motion" ? kind : "other";

/** Returns a state in the reader's language, such as `Wet` or `Closed`. */
export const stateWord = ({ card }: Words, kind: SensorKind, isOn: boolean): string =>
  (isOn ? card.on : card.off)[stateKind(kind)];

/** Returns a sensor's value, `41.5 °F` or `Wet`, in the reader's unit or as sent; or a text for no data yet. */
export function sensorText(
  { value, unit, isState, kind }: Pick<HomeSensor, "value" | "unit" | "isState" | "kind">,
  teller: Teller,
  told: "value" | "asSent" = "value",
): string {
  if (value === null) return teller.words.card.never;
  return isState ? stateWord(teller.words, kind, value !== 0) : teller[told](value, unit);
}

/** Returns the text for a name of an open list. If there is none, returns the name with spaces for underscores. */
export const namedText = (texts: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(texts, name) ? texts[name] : undefined) ?? name.replaceAll("_", " ");

/** Returns how an alert was acknowledged, such as ` (by text message)`. Empty for our pages and for other actions. */
export function viaText({ via }: Readonly<Record<string, unknown>>, { activity }: Words): string {
  const path = ACK_PATHS.find((each) => each === via);
  return path === undefined || path === "page" ? "" : ` (${activity.via[path]})`;
}

/** Returns the text for a group of recipients in an escalation; undefined for a single person. */
export const whomText = (whom: string | null, { escalation }: Words): string | undefined => {
  const group = ESCALATION_GROUPS.find((each) => each === whom);
  return group && escalation.groups[group];
};

/** Describes a message: the kind of alert and its change, or another kind of message. */
export function messageText(kind: string, { kinds, delivery, alertPage }: Words): string {
  for (const [alertKind, text] of Object.entries(kinds))
    for (const [transition, news] of Object.entries(alertPage.transitions))
      if (kind === `${alertKind}_${transition}`) return `${text}: ${news}`;
  return namedText(delivery.kinds, kind);
}
