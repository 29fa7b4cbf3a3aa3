import type { StatusComponent, StatusNewsKind } from "../../schema/vocabulary.ts";

/** A language's words for the mail that asks whether its reader wants news of the service. */
export type StatusConfirmWords = (hours: number) => {
  subject: string;
  title: string;
  paragraphs: readonly string[];
  button: string;
  notYou: string;
  forget: string;
};

/** A language's words around what is said of an incident. */
export type StatusNewsWords = {
  beginnings: Record<StatusNewsKind, string>;
  components: Record<StatusComponent, string>;
  affected: string;
  began: string;
  ended: string;
  asOf: string;
  button: string;
  footer: string;
  unsubscribe: string;
};
