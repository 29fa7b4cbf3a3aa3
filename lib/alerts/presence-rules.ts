/** The names of the rules that a vacation adds, by the kind of sensor that says somebody is there. */
export const PRESENCE_RULES = {
  door: "Opened while you are away",
  motion: "Motion while you are away",
} as const;
