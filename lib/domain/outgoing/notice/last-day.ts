/** A sensor's means of the last hours, oldest first, in its own unit; null for an hour without a reading. */
export type LastDay = { unit: string | null; hours: readonly (number | null)[] };
