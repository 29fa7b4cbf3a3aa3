/** The limits of emergency, unit last. */
export const EMERGENCY_LIMITS = {
  /** Photos of a home's emergency card, and of one: 240 KB and more pixels than any screen shows. */
  cardPhotosMax: 6,
  photoBytesMax: 245_760,
  photoSideMax: 4_096,
} as const;
