import { HOUR_MS } from "../../../lib/kernel/time.ts";
import type { Teller } from "./teller.ts";

type Quantity = { value: number; unit: string | null };
const isQuantity = (value: unknown): value is Quantity =>
  typeof value === "object" && value !== null && "value" in value && "unit" in value;

/** What people would set of a decision's stored settings, in the reader's words and units; how the rest works inside is left out. */
export function settingsText(settings: Readonly<Record<string, unknown>>, teller: Teller): string {
  const { evidence, limits, rule, settings: words } = teller.words;
  const { outdoor_low: outdoorLow, ...fields } = limits.fields;
  const names: Record<string, string> = { ...evidence.names, ...fields, outdoorLow };
  const parts = Object.entries(settings).flatMap(([name, value]) => {
    if (name === "enabled") return value === false ? [words.off] : [];
    if (name === "limit" && isQuantity(value)) {
      const is = rule.comparisons[settings.is as keyof typeof rule.comparisons];
      return [`${rule.is} ${rule.condition(is, teller.value(value.value, value.unit))}`];
    }
    const called = names[name];
    if (called === undefined) return [];
    if (isQuantity(value)) return [`${called}: ${teller.value(value.value, value.unit)}`];
    if (typeof value !== "number" || value === 0) return [];
    return [`${called}: ${teller.span(name.endsWith("Hours") ? value * HOUR_MS : value)}`];
  });
  return parts.length === 0 ? "–" : parts.join("; ");
}
