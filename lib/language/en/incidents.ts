import type { IncidentWords } from "../incident-words.ts";

/** Titles are stored in English, beside what the incident is about. */
export const EN_INCIDENTS: IncidentWords = {
  titles: {},
  news: {
    noticed: "The service noticed this by itself.",
    works: "It works again.",
    waiting: "Messages wait, and are sent once it takes them again.",
    takesAgain: "It takes messages again.",
    databaseSilent: "The database stopped answering. Readings could not be stored.",
  },
};
