/** The limits of devices, unit last. */
export const DEVICE_LIMITS = {
  householdDevicesMax: 200,
  calloutMinutes: 30,
  /**
   * How long the addresses of a name are remembered at most, whatever its records say, and of how many names.
   */
  resolvedSecondsMax: 900,
  resolvedHostsMax: 1_000,
  /** Devices whose batteries one statement writes down, and how many statements a run makes. */
  batteryPageDevices: 1_000,
  batteryPagesMax: 10_000,
  /** How far back a fit of a battery goes: older weeks were of another season. */
  batteryFitDays: 42,
} as const;
