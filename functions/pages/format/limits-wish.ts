import { convert } from "../../../lib/kernel/units.ts";
import type { Placement } from "../../../schema/vocabulary.ts";
import type { AlertSettingsAnswer } from "../../../schema/wire/alert-settings.ts";
import type { Form } from "../form.ts";

type Kind = keyof AlertSettingsAnswer["effective"];
type TickedKind = "freeze" | "humidity" | "leak" | "outage" | "forecast" | "cold_storage";

/** A limit that a form asks for, by the name of its field and setting. */
type LimitField = {
  kind: Kind;
  name: "warning" | "critical" | "high" | "outdoor_low" | "warm";
  isDegrees: boolean;
};

/** What a form of limits asks for: kinds that a box turns on and off, and limits. */
export type LimitForm = { ticked: readonly TickedKind[]; fields: readonly LimitField[] };

const COLD: readonly LimitField[] = [
  { kind: "freeze", name: "warning", isDegrees: true },
  { kind: "freeze", name: "critical", isDegrees: true },
];
const DAMP: LimitField = { kind: "humidity", name: "high", isDegrees: false };

export const HOME_FORM: LimitForm = {
  ticked: ["freeze", "humidity", "leak", "outage", "forecast"],
  fields: [...COLD, DAMP, { kind: "forecast", name: "outdoor_low", isDegrees: true }],
};

const PLACE_FORM: LimitForm = { ticked: ["freeze", "humidity"], fields: [...COLD, DAMP] };
const COLD_STORE_FORM: LimitForm = {
  ticked: ["cold_storage", "freeze"],
  fields: [{ kind: "cold_storage", name: "warm", isDegrees: true }, ...COLD],
};

/** The limits of a placement: food in a fridge gets too warm. */
export const placementForm = (placement: Placement): LimitForm =>
  placement === "freezer" || placement === "fridge" ? COLD_STORE_FORM : PLACE_FORM;

type Degrees = { value: number; unit: string | null };

/** Degrees as a field shows them: to the half, in the reader's scale. */
const fieldDegrees = (degrees: Degrees | null, unit: "°F" | "°C"): string => {
  const value = degrees === null ? null : convert(degrees.value, degrees.unit ?? unit, unit);
  return value === null ? "" : String(Math.round(value * 2) / 2);
};

/** A limit as its field shows it; empty for none. */
export function fieldText(
  { kind, name, isDegrees }: LimitField,
  effective: AlertSettingsAnswer["effective"],
  unit: "°F" | "°C",
): string {
  const now: unknown = (effective[kind] as Record<string, unknown>)[name];
  if (isDegrees) return fieldDegrees((now ?? null) as Degrees | null, unit);
  return typeof now === "number" ? String(now) : "";
}

/** An empty field is a limit that is not wanted; what is no number is left to the wire to refuse. */
function typed(form: Form, { name, isDegrees }: LimitField, unit: "°F" | "°C"): unknown {
  const text = form.text(name);
  if (text === "") return null;
  const number = form.number(name);
  const value = Number.isFinite(number) ? number : text;
  return isDegrees ? { value, unit } : value;
}

/** What the form says, over what else is set there: what still reads as it was shown is left as it is. */
export function limitsWish(
  form: Form,
  { overrides, effective }: AlertSettingsAnswer,
  asked: LimitForm,
): { [K in Kind]?: object } {
  const unit = form.text("unit") === "°C" ? "°C" : "°F";
  const wish = new Map<string, Record<string, unknown>>(
    Object.entries(overrides).map(([kind, own]) => [kind, { ...own }]),
  );
  const set = (kind: Kind, setting: string, value: unknown) =>
    wish.set(kind, { ...wish.get(kind), [setting]: value });
  for (const kind of asked.ticked)
    if (form.has(kind) !== effective[kind].enabled) set(kind, "enabled", form.has(kind));
  for (const field of asked.fields)
    if (form.text(field.name) !== fieldText(field, effective, unit))
      set(field.kind, field.name, typed(form, field, unit));
  return Object.fromEntries(wish);
}
