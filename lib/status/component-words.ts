import type { StatusComponent } from "../../schema/vocabulary.ts";

/** What a reader calls the parts of the service. */
export const COMPONENT_WORDS: Record<StatusComponent, string> = {
  ingest: "taking in readings",
  database: "the database",
  polling: "polling feeds",
  alerts: "judging alerts",
  email: "mail",
  sms: "text messages",
  push: "push messages",
};
