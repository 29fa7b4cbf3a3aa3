import type { ShownOf } from "../../../schema/alert-field.ts";
import type { BuiltInKind, FieldsOf } from "../../../schema/alert-fields.ts";

/** The settings of the built-in kinds as the wire has them: minutes and hours, humidity in percent. */
export type ShownSettings = { [K in BuiltInKind]: ShownOf<FieldsOf<K>> };

/** What is set otherwise than the layer below has it. */
export type ShownOverrides = {
  [K in BuiltInKind]?: { [F in keyof ShownSettings[K]]?: ShownSettings[K][F] | undefined } | undefined;
};
