import type { Field } from "../../../schema/alert-field.ts";
import { ALERT_FIELDS, BUILT_IN_KINDS, type BuiltInKind } from "../../../schema/alert-fields.ts";
import type { BuiltInSettings, Overrides } from "../alerts/settings.ts";
import type { ShownOverrides, ShownSettings } from "./shown-settings.ts";

type Loose = Record<string, unknown>;
const fieldsOf = (kind: BuiltInKind): [string, Field][] => Object.entries(ALERT_FIELDS[kind].fields);

/** What the kind has stored, on the wire; what is not set is left out. */
export function shownFields<K extends BuiltInKind>(
  kind: K,
  stored: Partial<BuiltInSettings[K]>,
): Partial<ShownSettings[K]> {
  const all: Loose = stored;
  const shown = fieldsOf(kind).map(([wire, field]) => [wire, shownValue(all[field.stored], field)] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined)) as Partial<ShownSettings[K]>;
}

/** The other way round. */
export function overridesOf(wishes: ShownOverrides): Overrides {
  const kinds = BUILT_IN_KINDS.filter((kind) => wishes[kind] !== undefined);
  return Object.fromEntries(kinds.map((kind) => [kind, storedFields(kind, wishes[kind] ?? {})])) as Overrides;
}

function storedFields(kind: BuiltInKind, wish: Loose): Loose {
  const stored = fieldsOf(kind).map(
    ([wire, field]) => [field.stored, storedValue(wish[wire], field)] as const,
  );
  return Object.fromEntries(stored.filter(([, value]) => value !== undefined));
}

function shownValue(stored: unknown, { type, unitMs }: Field): unknown {
  if (type === "percent") return isQuantity(stored) ? stored.value : stored;
  return typeof stored === "number" ? stored / unitMs : stored;
}

function storedValue(wish: unknown, { type, unitMs }: Field): unknown {
  if (typeof wish !== "number") return wish;
  return type === "percent" ? { value: wish, unit: "%" } : wish * unitMs;
}

const isQuantity = (stored: unknown): stored is { value: number } =>
  typeof stored === "object" && stored !== null && "value" in stored && typeof stored.value === "number";
