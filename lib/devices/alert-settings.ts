import {
  ALERT_FIELDS,
  BUILT_IN_KINDS,
  type BuiltInKind,
  type FieldsOf,
  type StoredOf,
} from "../../schema/alert-fields.ts";

/**
 * Settings of the kinds that every household has: what `schema/alert-fields.ts` lists, with defaults and
 * bounds.
 */
export type BuiltInSettings = { [K in BuiltInKind]: StoredOf<FieldsOf<K>> };

export type FreezeSettings = BuiltInSettings["freeze"];

export type OutageSettings = BuiltInSettings["outage"];

/** What a household or a sensor sets otherwise. */
export type Overrides = { [K in BuiltInKind]?: Partial<BuiltInSettings[K]> };

/** What every alert is judged by until somebody sets it otherwise. */
export const ALERT_DEFAULTS = Object.fromEntries(
  BUILT_IN_KINDS.map((kind) => [
    kind,
    Object.fromEntries(Object.values(ALERT_FIELDS[kind].fields).map(({ stored, is }) => [stored, is])),
  ]),
) as BuiltInSettings;

/** The defaults with the household's overrides and then the sensor's laid over them. */
export function settingsFor<K extends BuiltInKind>(
  kind: K,
  ...overrides: (Overrides | null | undefined)[]
): BuiltInSettings[K] {
  const settings: BuiltInSettings[K] = { ...ALERT_DEFAULTS[kind] };
  for (const layer of overrides) Object.assign(settings, layer?.[kind]);
  return settings;
}
