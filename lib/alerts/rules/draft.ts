import type { SettingsLayers } from "../../devices/placement/sensor-settings.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { type Quantity, quantityOf } from "../../kernel/units.ts";
import type { TimedValue } from "../sensor-input.ts";
import { overridesOf, type ShownOverrides } from "../settings/settings.ts";
import { settingsFor } from "../settings.ts";
import { type ShownEvidence, shownEvidence } from "../shown-alert.ts";
import { newRuleSettings, type RuleWish } from "./rule-settings.ts";
import { type Firing, type SimulatedKind, type Simulation, simulate } from "./simulate.ts";

/** One of them: a rule of the home's own, or a kind's settings over those in force. */
export type Draft = Pick<ShownOverrides, "freeze" | "humidity" | "leak"> & { rule?: RuleWish | undefined };

export type DraftSensor = {
  id: string;
  deviceId: string;
  unit: string | null;
  isState: boolean;
  layers: SettingsLayers;
};

/** What is tried out, without the readings that it is tried on. */
type DraftedSettings = {
  [K in SimulatedKind]: Pick<Simulation<K>, "kind" | "settings">;
}[SimulatedKind];

const MEASURED: Partial<Record<SimulatedKind, { quantity: Quantity; word: string }>> = {
  freeze: { quantity: "temperature", word: "temperature" },
  humidity: { quantity: "ratio", word: "humidity" },
};

/** Refused where the sensor does not measure what the draft compares. */
export function draftedSettings(draft: Draft, sensor: DraftSensor): Outcome<DraftedSettings> {
  const { rule, freeze, humidity, leak } = draft;
  if (rule !== undefined) {
    const settings = newRuleSettings(rule, sensor);
    return settings.ok ? done({ kind: "rule", settings: settings.value }) : settings;
  }
  const { household, placement, device, sensor: own } = sensor.layers;
  const layers = [household, placement, device, own, overridesOf({ freeze, humidity, leak })];
  if (freeze !== undefined)
    return checked({ kind: "freeze", settings: settingsFor("freeze", ...layers) }, sensor);
  if (humidity !== undefined)
    return checked({ kind: "humidity", settings: settingsFor("humidity", ...layers) }, sensor);
  return checked({ kind: "leak", settings: settingsFor("leak", ...layers) }, sensor);
}

function checked(drafted: DraftedSettings, { unit }: DraftSensor): Outcome<DraftedSettings> {
  const measured = MEASURED[drafted.kind];
  if (measured === undefined || quantityOf(unit) === measured.quantity) return done(drafted);
  return refuse("invalid_request", `"sensor_id" must be a sensor that measures ${measured.word}`);
}

export function firingsOf(
  drafted: DraftedSettings,
  { id, deviceId, isState }: DraftSensor,
  readings: readonly TimedValue[],
  until: number,
): Firing[] {
  const rest = { sensor: { id, deviceId, isState }, readings, until };
  switch (drafted.kind) {
    case "rule":
      return simulate({ ...drafted, ...rest });
    case "freeze":
      return simulate({ ...drafted, ...rest });
    case "humidity":
      return simulate({ ...drafted, ...rest });
    case "leak":
      return simulate({ ...drafted, ...rest });
    default:
      return drafted satisfies never;
  }
}

export type ShownFiring = {
  opened_at: string;
  closed_at: string | null;
  reason: Firing["reason"];
  severity: Firing["severity"];
  opening: ShownEvidence | null;
  peak: ShownEvidence | null;
  notices: number;
};

export const shownFiring = ({
  openedAt,
  closedAt,
  reason,
  severity,
  opening,
  peak,
  notices,
}: Firing): ShownFiring => ({
  opened_at: new Date(openedAt).toISOString(),
  closed_at: closedAt === null ? null : new Date(closedAt).toISOString(),
  reason,
  severity,
  notices,
  opening: opening === null ? null : shownEvidence(opening),
  peak: peak === null ? null : shownEvidence(peak),
});
