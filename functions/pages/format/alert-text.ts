import { VACATION_SUBJECT } from "../../../lib/alerts/kinds/thresholds.ts";
import { deviceStatus } from "../../../lib/devices/device-status.ts";
import { type HomeSensor, type SensorOfDevice, sensorOf } from "../../../lib/devices/home-device.ts";
import { isStale } from "../../../lib/devices/sensor.ts";
import { HOUR_MS } from "../../../lib/kernel/time.ts";
import { sensorNameIn } from "../../../lib/language/given-names.ts";
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

/** Says who is on it, to whoever may know, and of somebody outside the home since when. */
export function acknowledgedText(
  alert: Pick<PageAlert, "acknowledger" | "acknowledgedAt" | "isTakenOutside"> | undefined,
  { words: { standing, alertPage }, clock }: Teller,
): string {
  const who = alert?.acknowledger ?? alertPage.somebody;
  const at = alert?.isTakenOutside ? alert.acknowledgedAt : null;
  return at == null ? standing.acknowledged(who) : standing.helping(who, clock(at));
}

/** Says what an alert that is over was, without a value of now. What a vacation watches is no rule of the home's own. */
export function pastTitle(
  alert: AlertSubject & OfKind & { subject?: string },
  home: Pick<PageHome, "devices">,
  { words }: Pick<Teller, "words">,
): string {
  const found = alert.subject?.startsWith(VACATION_SUBJECT) ? sensorOf(home.devices, alert.sensorId) : null;
  const what = found === null ? pastWord(alert, words) : stateWord(words, found.sensor.kind, true);
  return `${what}: ${placeOfAlert(alert, home, words)}`;
}

type AlertSubject = Pick<PageAlert, "title" | "deviceId" | "sensorId">;

type ToldAlert = Pick<PageAlert, "id" | "kind" | "severity" | "evidence"> & AlertSubject;
type OpenHome = Pick<PageHome, "devices" | "alerts" | "alertSettings">;

type OfKind = Pick<PageAlert, "kind" | "severity"> & { worst?: PageAlert["severity"] };

/** What an alert is called by: its kind, or the danger that critical cold was. */
const dangerOf = ({ kind, severity }: Omit<OfKind, "worst">) =>
  kind === "freeze" && severity === "critical" ? "freezing" : kind;

/** What an alert was at its worst: its severity eases before its end. */
export const pastWord = ({ kind, severity, worst = severity }: OfKind, { kinds }: Words) =>
  kinds[dangerOf({ kind, severity: worst })];

export const kindTexts = (alert: OfKind, { alert: texts }: Pick<Words, "alert">) => texts[dangerOf(alert)];

/** What an alert says first, and what to do about it. The value is the sensor's own of now, where it has one. */
export function alertText(alert: ToldAlert, home: OpenHome, teller: Teller) {
  const { words } = teller;
  const found = sensorOf(home.devices, alert.sensorId);
  const sensor = found?.sensor;
  const place = placeOfAlert(alert, home, words);
  // The question, where the alert is about a temperature that nobody has said the unit of.
  if (sensor?.unitSource === "assumed" && sensor.value !== null && alert.kind === "freeze")
    return { title: unitQuestion(place, sensor.value, teller), advice: words.unit.hint };
  // What it was past at its last decision; null where the home no longer shows it.
  const limit = home.alerts.find(({ id }) => id === alert.id)?.limit ?? null;
  const { title, advice } = textsNow(alert, found, limit, home, teller);
  const lost = lostTitle(alert, home, teller);
  const value = valueText(alert, sensor, teller);
  if (lost !== null || alert.kind !== "rule") return { title: lost ?? title(place, value), advice: advice() };
  const name = limit?.name ?? words.kinds.rule;
  // What a vacation watches is called by its sensor: that nobody is at home is not for everybody.
  const called = sensor && PRESENCE.includes(name) ? stateWord(words, sensor.kind, true) : name;
  return { title: title(called, value === "" ? place : `${place}, ${value}`), advice: advice() };
}

const PRESENCE: readonly string[] = Object.values(PRESENCE_RULES);

/** What is about to end, since its sensor is fine again, is called by that. */
const ENDING = {
  freeze: "warmAgain",
  humidity: "humidityFine",
  leak: "leakDried",
  cold_storage: "coldAgain",
} as const satisfies Partial<Record<AlertKind, keyof Words["alert"]>>;

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

/** Since when it is so: devices have been silent since their last readings, and their alert speaks later. */
export const beganAt = (
  alert: Pick<PageAlert, "id" | "kind" | "openedAt"> & Partial<Pick<PageAlert, "evidence">>,
  { alerts }: Pick<PageHome, "alerts">,
) => {
  const isSilence = alert.kind === "outage" || alert.kind === "incident";
  const evidence = alert.evidence ?? alerts.find(({ id }) => id === alert.id)?.evidence;
  return (isSilence ? evidence?.at : undefined) ?? alert.openedAt;
};

/** True if a sensor is inside its own limit, and inside that of its alert: on vacation that is another. */
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

/** `Is Garage at 21 °F or 21 °C?` */
export const unitQuestion = (name: string, value: number, { words, asSent }: Teller): string =>
  words.unit.question(name, ...BARE_TEMPERATURE_UNITS.map((unit) => asSent(value, unit)));

/** Names the sensor, or else the device, as it is called today: `Pipe probe (Cellar)`. */
export function placeOfAlert(
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

export function placedName({ devices }: Pick<PageHome, "devices">, sensorId: string, words: Words) {
  const found = sensorOf(devices, sensorId);
  return found === null ? null : placedText(found, words);
}

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

/** `Wet`, `Closed`: a state in the reader's words. */
export const stateWord = ({ card }: Words, kind: SensorKind, isOn: boolean): string =>
  (isOn ? card.on : card.off)[stateKind(kind)];

/** `41.5 °F`, `Wet`: what a sensor says now, in the reader's unit or as it was sent, or that it has said nothing yet. */
export function sensorText(
  { value, unit, isState, kind }: Pick<HomeSensor, "value" | "unit" | "isState" | "kind">,
  teller: Teller,
  told: "value" | "asSent" = "value",
): string {
  if (value === null) return teller.words.card.never;
  return isState ? stateWord(teller.words, kind, value !== 0) : teller[told](value, unit);
}

/** A state holds until it changes; a measure is of its time. */
export const isOld = ({ isState, recordedAt }: Pick<HomeSensor, "isState" | "recordedAt">, now: Date) =>
  !isState && recordedAt !== null && isStale(recordedAt, now);

/** What a catalogue calls something of an open list; its own name, with blanks, where the catalogue has none. */
export const namedText = (texts: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(texts, name) ? texts[name] : undefined) ?? name.replaceAll("_", " ");

/** By which way somebody took an alert on; empty for everything else, and for what was done on our pages. */
export function viaText({ via }: Readonly<Record<string, unknown>>, { activity }: Words): string {
  const path = ACK_PATHS.find((each) => each === via);
  return path === undefined || path === "page" ? "" : ` (${activity.via[path]})`;
}

/** A group of an escalation's steps; undefined for one person, who has a name. */
export const whomText = (whom: string | null, { escalation }: Words): string | undefined => {
  const group = ESCALATION_GROUPS.find((each) => each === whom);
  return group && escalation.groups[group];
};

/** Describes a message: which news about which kind of alert, or what else it is. */
export function messageText(kind: string, { kinds, delivery, alertPage }: Words): string {
  for (const [alertKind, text] of Object.entries(kinds))
    for (const [transition, news] of Object.entries(alertPage.transitions))
      if (kind === `${alertKind}_${transition}`) return `${text}: ${news}`;
  return namedText(delivery.kinds, kind);
}
