/** The limits of devices, unit last. */
export const DEVICE_LIMITS = { householdDevicesMax: 200, calloutMinutes: 30 } as const;
