import type { Channel, Language } from "../../../schema/vocabulary.ts";
import { MAILS } from "../../language/languages.ts";
import { mailOf } from "../mail/mail-layout.ts";
import type { MessageContent } from "../message.ts";
import { plainContent } from "../notice/call-content.ts";
import { nameText } from "../sms-text.ts";

/** `title` names the alert in the reader's language; `by` is an address; `url` opens the alert after signing in. */
export type HandOverMail = { home: string; title: string; by: string; url: string; language: Language };

const saidOf = ({ home, title, by, language }: HandOverMail) => {
  const { handOver, yourHome, anAlert } = MAILS[language];
  return handOver(nameText(title, anAlert), nameText(home, yourHome), by);
};

/** The mail to the person whom an alert was handed over to, sent once. */
export function handOverMail(mail: HandOverMail): MessageContent {
  const { url, language } = mail;
  const { subject, title, paragraphs, button, footer } = saidOf(mail);
  const page = { language, title, paragraphs, button: { label: button, url }, footer: [footer] };
  return { subject, ...mailOf(page) };
}

/** The same as a channel takes it: a few words anywhere but by mail. */
export function handOverContent(mail: HandOverMail, channel: Channel, isUrgent: boolean): MessageContent {
  if (channel === "email") return handOverMail(mail);
  const { subject, paragraphs, button } = saidOf(mail);
  const { language, url } = mail;
  return plainContent({ channel, language, subject, lines: paragraphs.slice(0, 1), button, url, isUrgent });
}
