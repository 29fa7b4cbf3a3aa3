import { asksForUnit } from "../../alerts/assumed-unit.ts";
import { type NoticeView, valueText } from "./notice-view.ts";

/** Asks what nobody has said, of the number as it was sent; null where the unit is known. */
export function unitQuestion({ finding, where }: NoticeView): string | null {
  const { evidence } = finding;
  if (evidence === null || !asksForUnit(evidence)) return null;
  const number = valueText({ value: evidence.value, unit: null }, "°F");
  return `Is ${where} at ${number} °F or ${number} °C?`;
}

export const UNIT_ADVICE =
  "The sensor doesn't say. Choose the unit on the alert's page: until then it can't raise a critical alert.";
