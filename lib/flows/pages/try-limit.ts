import type { Acting } from "../../domain/acting.ts";
import type { ShownOverrides } from "../../domain/alert-settings/shown-settings.ts";
import { done, type Outcome } from "../../domain/outcome.ts";
import { DAY_MS } from "../../domain/time.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { saveSensorAlertSettings } from "../alert-settings/save-alert-settings.ts";
import { showSensorAlertSettings } from "../alert-settings/show-alert-settings.ts";
import type { EndPorts } from "../alerts/end-with-owner.ts";
import { simulateRule } from "../rules/simulate-rule.ts";

type Ports = { db: Db; clock: Clock };

/** A limit of a sensor's own kind: of a temperature from below, of a humidity from above. */
export type LimitWish =
  | { kind: "temperature"; value: number; unit: "°F" | "°C" }
  | { kind: "humidity"; value: number };

export type Tried = { times: number; days: number };

const draftOf = (wish: LimitWish): Pick<ShownOverrides, "freeze" | "humidity"> =>
  wish.kind === "humidity"
    ? { humidity: { high: wish.value } }
    : { freeze: { warning: { value: wish.value, unit: wish.unit } } };

/** How often it would have warned in the stored history, by the very rules that judge live readings. */
export async function tryLimit(
  ports: Ports,
  householdId: string,
  sensorId: string,
  wish: LimitWish,
): Promise<Outcome<Tried>> {
  const tried = await simulateRule(ports, householdId, { sensorId, draft: draftOf(wish) });
  if (!tried.ok) return tried;
  const { firings, from, to } = tried.value;
  return done({ times: firings.length, days: Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) });
}

/** The sensor's other settings stay; null is the home's own limit again. */
export async function saveLimit(
  ports: EndPorts,
  acting: Acting,
  sensorId: string,
  { kind, wish }: { kind: LimitWish["kind"]; wish: LimitWish | null },
): Promise<Outcome<unknown>> {
  const shown = await showSensorAlertSettings(ports, acting.householdId, sensorId);
  if (!shown.ok) return shown;
  const { overrides } = shown.value;
  const draft = wish === null ? {} : draftOf(wish);
  const next: ShownOverrides =
    kind === "humidity"
      ? { ...overrides, humidity: { ...overrides.humidity, high: undefined, ...draft.humidity } }
      : { ...overrides, freeze: { ...overrides.freeze, warning: undefined, ...draft.freeze } };
  return saveSensorAlertSettings(ports, acting, sensorId, next);
}
