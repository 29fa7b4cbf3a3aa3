import type { PageSensor } from "../../../lib/domain/home-page/page-home.ts";
import { quantityOf } from "../../../lib/domain/units.ts";
import type { LimitWish } from "../../../lib/flows/pages/try-limit.ts";

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
