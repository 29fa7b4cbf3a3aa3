/** The limits of devices. `calloutMinutes`: how long owners can see a new ingest key. */
export const DEVICE_LIMITS = { householdDevicesMax: 500, calloutMinutes: 30 } as const;
