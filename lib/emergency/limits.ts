/** The limits of emergency, unit last. */
export const EMERGENCY_LIMITS = {
  /** Photos of a home's emergency card, and of one: 240 KB and more pixels than any screen shows. */
  cardPhotosMax: 6,
  photoBytesMax: 245_760,
  photoSideMax: 4_096,
  /** After so long without one a home is offered a drill in autumn. */
  drillOfferDays: 300,
  /** Contacts of one drill, more than a home with all its members' channels has. */
  drillContactsMax: 500,
} as const;
