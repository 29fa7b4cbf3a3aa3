/** What an alert about no device of its own is stored as; people read it in their own words. */
export const HOME_TITLES = {
  heating: "Heating",
  outdoors: "Outdoors",
  connection: "Power or internet",
} as const;
