import type { StatusConfirmWords, StatusNewsWords } from "../words.ts";

export const EN_STATUS_CONFIRM: StatusConfirmWords = (hours) => ({
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

export const EN_STATUS_NEWS: StatusNewsWords = {
  beginnings: { opened: "Hearthwatch has a problem", updated: "Update", closed: "Resolved" },
  components: {
    ingest: "receiving readings",
    database: "the database",
    polling: "polling feeds",
    alerts: "evaluating alerts",
    email: "mail",
    sms: "text messages",
    push: "push messages",
  },
  affected: "Affected",
  began: "Started",
  ended: "Ended",
  asOf: "As of",
  button: "System status",
  footer: "You get this because you subscribed to Hearthwatch's system status.",
  unsubscribe: "Unsubscribe",
};
