import type { MessageContent } from "../message.ts";
import { nameText } from "../notice/plain-text.ts";
import { mailOf } from "./mail-layout.ts";

/** `title` is the alert's own; `by` an address; `url` opens the alert for whoever signs in. */
export type HandOverMail = { home: string; title: string; by: string; url: string };

/** The mail to the person whom an alert was handed over to, sent once. */
export function handOverMail({ home, title, by, url }: HandOverMail): MessageContent {
  const name = nameText(home, "your home");
  const what = nameText(title, "an alert");
  return {
    subject: `Yours now: ${what}, at ${name}`,
    ...mailOf({
      title: `${what}: you are on it now`,
      paragraphs: [
        `${by} hands this alert of ${name} over to you.`,
        "Everybody else sees that you are on it, and gets no more reminders unless it gets worse.",
      ],
      button: { label: "See the alert", url },
      footer: ["If you cannot see to it, hand it over to somebody else on its page."],
    }),
  };
}
