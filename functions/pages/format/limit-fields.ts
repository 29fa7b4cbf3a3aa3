import type { HomeSensor } from "../../../lib/devices/home-device.ts";
import { convert, quantityOf } from "../../../lib/kernel/units.ts";
import { ALERT_FIELDS, type Field } from "../../../schema/alert-fields.ts";
import type { Placement } from "../../../schema/vocabulary.ts";
import type { AlertSettingsAnswer } from "../../../schema/wire/alert-settings.ts";
import type { Form } from "../form.ts";

type Kind = keyof AlertSettingsAnswer["effective"];
type Limit = "warning" | "critical" | "vacation_warning" | "high" | "outdoor_low" | "warm";
type Unit = "°F" | "°C";

/** A kind of alert that a box turns on and off, with its limits. Unit and bounds are those of `schema/alert-fields.ts`. */
export type LimitGroup = {
  kind: "freeze" | "humidity" | "leak" | "outage" | "forecast" | "cold_storage";
  limits: readonly Limit[];
};

const COLD: LimitGroup = { kind: "freeze", limits: ["warning", "critical"] };
const DAMP: LimitGroup = { kind: "humidity", limits: ["high"] };
const WARM: LimitGroup = { kind: "cold_storage", limits: ["warm"] };

export const HOME_LIMITS: readonly LimitGroup[] = [
  { kind: "freeze", limits: ["warning", "critical", "vacation_warning"] },
  DAMP,
  { kind: "leak", limits: [] },
  { kind: "outage", limits: [] },
  { kind: "forecast", limits: ["outdoor_low"] },
];

/** Food in a fridge gets too warm. */
const placementLimits = (placement: Placement): readonly LimitGroup[] =>
  placement === "freezer" || placement === "fridge" ? [WARM, COLD] : [COLD, DAMP];

/** The limits of what it measures; none where that has none. */
export function sensorLimits(
  { kind, unit }: Pick<HomeSensor, "kind" | "unit">,
  placement: Placement,
): readonly LimitGroup[] {
  if (kind === "humidity" && unit === "%") return [DAMP];
  const isCold = kind === "temperature" && quantityOf(unit) === "temperature";
  return isCold ? placementLimits(placement).filter((group) => group !== DAMP) : [];
}

export const isDegrees = ({ kind }: LimitGroup, limit: Limit): boolean => {
  const fields: Record<string, Field> = ALERT_FIELDS[kind].fields;
  return fields[limit]?.type === "temperature";
};

/** A limit as its field shows it, degrees to the half and in the reader's scale; empty for none. */
export function limitText(
  group: LimitGroup,
  limit: Limit,
  effective: AlertSettingsAnswer["effective"],
  unit: Unit,
): string {
  const now: unknown = (effective[group.kind] as Record<string, unknown>)[limit];
  if (!isDegrees(group, limit)) return typeof now === "number" ? String(now) : "";
  const degrees = (now ?? null) as { value: number; unit: string | null } | null;
  const value = degrees === null ? null : convert(degrees.value, degrees.unit ?? unit, unit);
  return value === null ? "" : String(Math.round(value * 2) / 2);
}

/** An empty field is a limit that is not wanted; what is no number is left to the wire to refuse. */
function typed(form: Form, group: LimitGroup, limit: Limit, unit: Unit): unknown {
  const text = form.text(limit);
  if (text === "") return null;
  const number = form.number(limit);
  const value = Number.isFinite(number) ? number : text;
  return isDegrees(group, limit) ? { value, unit } : value;
}

/**
 * What the form says, over what else is set there: what still reads as it was shown is left as it is, and so is what it
 * does not ask for. The button for the defaults takes back what the form asks for, and nothing else.
 */
export function limitsWish(
  form: Form,
  { overrides, effective }: AlertSettingsAnswer,
  groups: readonly LimitGroup[],
): { [K in Kind]?: object } {
  const unit = form.text("unit") === "°C" ? "°C" : "°F";
  const wish = new Map<Kind, Record<string, unknown>>(
    Object.entries(overrides).map(([kind, own]) => [kind as Kind, { ...own }]),
  );
  for (const group of groups) {
    const { kind, limits } = group;
    const own = wish.get(kind) ?? {};
    if (form.has("default")) for (const name of ["enabled", ...limits]) delete own[name];
    else {
      if (form.yes(kind) !== effective[kind].enabled) own.enabled = form.yes(kind);
      for (const limit of limits)
        if (form.has(limit) && form.text(limit) !== limitText(group, limit, effective, unit))
          own[limit] = typed(form, group, limit, unit);
    }
    if (Object.keys(own).length === 0) wish.delete(kind);
    else wish.set(kind, own);
  }
  return Object.fromEntries(wish);
}
