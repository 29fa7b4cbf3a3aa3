/** The subject of a frost that is forecast for the home's place. */
export const OUTDOOR_SUBJECT = "outdoor";
