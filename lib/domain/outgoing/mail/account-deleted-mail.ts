import type { MessageContent } from "../message.ts";
import { mailOf } from "./mail-layout.ts";

/** The last message to a person: whoever did not ask for it learns that somebody was in their mailbox. */
export function accountDeletedMail(at: Date): MessageContent {
  const when = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const what = `Your account on Hearthwatch was deleted on ${when}, and with it every home that was yours alone.`;
  const then =
    "You are told nothing any more, and nobody watches those homes. Signing in again begins a new account.";
  return {
    subject: "Your Hearthwatch account was deleted",
    ...mailOf({ title: "Your account was deleted", severity: "warning", paragraphs: [what, then] }),
  };
}
