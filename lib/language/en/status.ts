import texts from "./status.json" with { type: "json" };
/** The mail that asks whether its reader wants news of the service. */
export const EN_STATUS_CONFIRM = (hours: number) => ({
  subject: "Confirm your subscription to Hearthwatch's status",
  title: "Confirm your subscription",
  paragraphs: [
    "Somebody, probably you, asked us to email this address about Hearthwatch incidents: when they begin, when there's news and when they end.",
    `To confirm, open this page within ${hours} hours and press its button.`,
  ],
  button: "Confirm",
  notYou: "If it wasn't you, do nothing: you won't hear from us again.",
  forget: "Delete this address now",
});
export type StatusConfirmWords = typeof EN_STATUS_CONFIRM;

/** A language's words around what is said of an incident. */
export const EN_STATUS_NEWS = texts.statusNews;
export type StatusNewsWords = typeof EN_STATUS_NEWS;
