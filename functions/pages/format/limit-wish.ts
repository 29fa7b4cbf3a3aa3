import type { LimitWish } from "../../../lib/alerts/rules/simulate.actions.ts";
import { quantityOf } from "../../../lib/kernel/units.ts";
import type { PageSensor } from "../../../lib/sharing/home-page/page-home.ts";

/** The kind of limit that a sensor's page offers; null for none. */
export function limitKind({ kind, unit }: Pick<PageSensor, "kind" | "unit">): LimitWish["kind"] | null {
  if (kind === "temperature" && quantityOf(unit) === "temperature") return "temperature";
  return kind === "humidity" && unit === "%" ? "humidity" : null;
}

/** Undefined where that is no limit. */
export function limitWish(text: string, unit: string | undefined): LimitWish | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
  if (!Number.isFinite(value)) return undefined;
  if (unit === "%") return { kind: "humidity", value };
  return unit === "°F" || unit === "°C" ? { kind: "temperature", value, unit } : undefined;
}
