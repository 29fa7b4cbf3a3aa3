/** The limits of devices, unit last. */
export const DEVICE_LIMITS = {
  householdDevicesMax: 200,
  calloutMinutes: 30,
  /** Devices whose batteries one statement writes down, and how many statements a run makes. */
  batteryPageDevices: 1_000,
  batteryPagesMax: 10_000,
  /** How far back a fit of a battery goes: older weeks were of another season. */
  batteryFitDays: 42,
} as const;
