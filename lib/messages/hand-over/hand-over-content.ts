import type { Channel, Language } from "../../../schema/vocabulary.ts";
import type { MessageContent } from "../../channels/content.ts";
import { MAILS } from "../../language/languages.ts";
import { nameText } from "../../language/sms-text.ts";
import { letterOf } from "../../outbox/mail/mail-layout.ts";
import { plainContent } from "../notice/call-content.ts";

/** `title` names the alert in the reader's language; `by` is an address; `url` opens the alert after signing in. */
export type HandOver = { home: string; title: string; by: string; url: string; language: Language };

/** What the person gets whom an alert was handed over to: a mail, or a few words anywhere else. */
export function handOverContent(
  { home, title: alert, by, url, language }: HandOver,
  channel: Channel,
  isUrgent: boolean,
): MessageContent {
  const { handOver, yourHome, anAlert } = MAILS[language];
  const said = handOver(nameText(alert, anAlert), nameText(home, yourHome), by);
  const { subject, paragraphs, button: label, footer } = said;
  return channel === "email"
    ? letterOf(language, said, { button: { label, url }, footer: [footer] })
    : plainContent({
        ...{ channel, language, subject, lines: paragraphs.slice(0, 1), button: label, url, isUrgent },
      });
}
