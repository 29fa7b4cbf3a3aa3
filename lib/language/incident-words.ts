/** A language's words for incidents that the service opens and closes by itself. */
export type IncidentWords = {
  /** By what the incident is about; one that isn't here keeps its stored title. */
  titles: Readonly<Record<string, string>>;
  news: {
    noticed: string;
    works: string;
    waiting: string;
    takesAgain: string;
    databaseSilent: string;
  };
};
