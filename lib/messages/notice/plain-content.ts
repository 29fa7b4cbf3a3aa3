import type { Channel, Language } from "../../../schema/vocabulary.ts";
import { ACK_HOURS } from "../../alerts/escalation.ts";
import type { MessageContent } from "../../channels/content.ts";
import { MAILS } from "../../language/languages.ts";
import { sayIn } from "../../language/say.ts";
import { NOTICES, RESPONDERS } from "../../language/sent.ts";
import { nameText, oneLine, smsText } from "../../language/sms-text.ts";
import { letterOf, type MailButton } from "../../outbox/mail/mail-layout.ts";
import type { Member } from "../../people/activity.ts";
import type { HelpRequest } from "../audience/deliveries.ts";
import type { DueHome } from "../audience/due-finding.ts";

const SUBJECT_CHARACTERS_MAX = 150;
const ADDRESS_CHARACTERS_MAX = 100;

type Said = {
  channel: Channel;
  language: Language;
  subject: string;
  lines: readonly string[];
  button: string;
  url: string;
  isUrgent: boolean;
  /** Small print of a mail. */
  footer?: readonly MailButton[];
};

/** Writes a short message for any channel. A text message stays within 160 characters if possible. */
export function plainContent(said: Said): MessageContent {
  const { channel, language, lines, url, isUrgent, footer = [] } = said;
  const subject = oneLine(said.subject, SUBJECT_CHARACTERS_MAX);
  if (channel === "sms") return { subject, text: smsText([subject, ...lines], url) };
  if (channel !== "email")
    return { subject, text: lines.join(" "), url, urgency: isUrgent ? "critical" : "news" };
  const severity = isUrgent ? "critical" : "none";
  const button = { label: said.button, url };
  return letterOf(language, { subject, paragraphs: lines }, { severity, button, footer });
}

/** The sender that a message names: by their name, or by their confirmed address. */
type Writer = Pick<Member, "name" | "email">;

const writerText = ({ name, email }: Writer): string => nameText(name ?? "", email);

/** `title`: the alert in the reader's language. `url` opens the alert after sign-in. */
type HandOver = { home: string; title: string; by: Writer; url: string };

/** Writes the message about an assigned alert: in full by mail, only the first paragraph elsewhere. */
export function handOverContent(
  { home, title, by, url }: HandOver,
  { channel, language }: { channel: Channel; language: Language },
  isUrgent: boolean,
): MessageContent {
  const { handOver, yourHome, anAlert } = MAILS[language];
  const { subject, paragraphs, button } = handOver(
    nameText(title, anAlert),
    nameText(home, yourHome),
    writerText(by),
  );
  const lines = channel === "email" ? paragraphs : paragraphs.slice(0, 1);
  return plainContent({ channel, language, subject, lines, button, url, isUrgent });
}

/** Asks an outsider for help: what, where, since when, the home's address and number if shared, and one link. */
export function helpContent(
  { household, card }: Pick<DueHome, "household" | "card">,
  { outsider: { contact }, findings, reason }: HelpRequest,
  url: string,
): MessageContent {
  const { channel, language } = contact;
  const words = RESPONDERS[language];
  const [worst] = findings;
  if (worst === undefined) throw new Error("A request for help is about an alert");
  const { finding, names } = worst;
  const home = nameText(household.name, "");
  const where = nameText(names.space || names.device || names.sensor || "", home);
  const place = nameText(card?.address ?? "", "", ADDRESS_CHARACTERS_MAX).replace(/\.$/, "");
  // A number without a name has itself as its name.
  const number = nameText([...new Set([card?.call?.name, card?.call?.phone])].join(" "), "");
  const others = new Set(findings.map(({ alertId }) => alertId)).size - 1;
  const say = sayIn({ language, temperatureUnit: null, timeZone: household.timeZone });
  const began = finding.openedAt ?? finding.at;
  return plainContent({
    channel,
    language,
    subject: words.subject(words.kinds[finding.kind], home),
    lines: [
      words.since(
        where,
        NOTICES[language].hourText({ clock: say.clock(began), weekday: say.weekday(began) }),
      ),
      ...(place === "" ? [] : [words.address(place)]),
      ...(number === "" ? [] : [words.call(number)]),
      words.reasons[reason](ACK_HOURS),
      ...(others > 0 ? [words.more(others)] : []),
    ],
    button: words.open,
    url,
    isUrgent: true,
  });
}

type Asked = Pick<Said, "channel" | "language" | "url"> & { by: Writer; home: string; declineUrl: string };

/**
 * Writes the request for consent that an outsider gets before any call, with the link that answers it. `declineUrl` works after
 * the home has removed the outsider, too; a text message is stopped with STOP.
 */
export function askContent({ channel, language, by, home, url, declineUrl }: Asked): MessageContent {
  const { ask, askMore, askOpen, askNever } = RESPONDERS[language];
  const said = { subject: ask(writerText(by), nameText(home, "")), lines: [askMore], button: askOpen };
  const footer = [{ label: askNever, url: declineUrl }];
  return plainContent({ channel, language, ...said, url, footer, isUrgent: false });
}

export const testContent = (homeName: string, language: Language): MessageContent => {
  const { test, yourHome } = NOTICES[language];
  return { subject: test.subject, text: test.text(nameText(homeName, yourHome)), language };
};
