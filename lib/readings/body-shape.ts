import { DEADBAND_REVISION } from "../alerts/deadband/deadband.ts";
import { TRUST_LIMITS } from "../alerts/settings.ts";
import { ALERT_DEFAULTS } from "../devices/alert-settings.ts";
import { PLACEMENT_DEFAULTS } from "../devices/placement/sensor-settings.ts";
import { fnv1a } from "../kernel/text.ts";
import type { ParsedPayload, ParsedReading } from "./reading.ts";

/** Two bodies of one device that differ in form and agree in this are as good as impossible. */
const hash = (text: string): number => fnv1a(text) | 0;

/**
 * A number for everything of a body but its values, so that the next of the same form needs no look at the
 * sensors; null for a body whose readings have times of their own,
 * also such as can't be, or one that reports a fault.
 */
export function bodyShape({ readings, faultyKeys, lagSeconds }: ParsedPayload): number | null {
  if (readings.length === 0 || faultyKeys.length > 0 || lagSeconds !== undefined) return null;
  if (readings.some(({ atMs }) => atMs !== null)) return null;
  return hash(`${RULES}\n${readings.map(formOf).join("\n")}`);
}

/** What bands are derived from besides a home's own settings. */
const RULES = hash(JSON.stringify([DEADBAND_REVISION, ALERT_DEFAULTS, PLACEMENT_DEFAULTS, TRUST_LIMITS]));

const formOf = ({ key, unit, isState, followsDeviceUnit }: ParsedReading): string =>
  `${key}\t${unit ?? ""}\t${isState}\t${followsDeviceUnit}`;
