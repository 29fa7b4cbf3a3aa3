import type { Language } from "../../../schema/vocabulary.ts";
import { NOTICES } from "../../language/sent.ts";
import { MESSAGE_LIMITS } from "../limits.ts";
import { type MailSeverity, mailOf } from "../mail/mail-layout.ts";
import { cut, nameText, oneLine, smsText } from "../sms-text.ts";
import { joinedEvent, type Notice } from "./render-notice.ts";

type BundleInput = {
  homeName: string;
  /** The worst first. */
  notices: readonly Notice[];
  url: string;
  notes: readonly string[];
  language: Language;
};

const SUBJECT_CHARACTERS_MAX = 150;
/** The gravest first: a mail about several alerts has the color of its worst. */
const MAIL_SEVERITIES: readonly MailSeverity[] = ["critical", "warning", "over"];
const PUSH_BODY_CHARACTERS_MAX = 240;

/** Several alerts of one home in one message: the worst as it would be told alone, up to nine more by name, the others counted. */
export function renderBundle({ homeName, notices, url, notes, language }: BundleInput): Notice {
  const words = NOTICES[language];
  const named = notices.slice(0, MESSAGE_LIMITS.messageAlertsNamedMax).map(({ subject }) => subject);
  const more = notices.length - named.length;
  const [worst = ""] = named;
  const lines = more === 0 ? named : [...named, words.moreLines(more)];
  const home = nameText(homeName, words.yourHome);
  const rest = words.moreAlerts(notices.length - 1);
  const subject = oneLine(`${worst} (${rest})`, SUBJECT_CHARACTERS_MAX);
  const mayAcknowledge = notices.some((notice) => notice.mayAcknowledge);
  const label = mayAcknowledge ? words.take : words.see;
  const title = words.alerts(notices.length);
  const severity =
    MAIL_SEVERITIES.find((each) => notices.some((notice) => notice.severity === each)) ?? "over";
  return {
    subject,
    ...mailOf({
      language,
      home,
      title: subject,
      severity,
      facts: notices[0]?.story.facts ?? [],
      paragraphs: [...(notices[0]?.story.paragraphs ?? []), ...notes],
      list: lines.slice(1),
      button: { label, url },
    }),
    story: notices[0]?.story ?? { paragraphs: [] },
    sms: smsText([`${worst} ${rest}`, home], url),
    pushTitle: words.alertsAt(title, home),
    pushBody: cut(lines.join(". "), PUSH_BODY_CHARACTERS_MAX),
    url,
    mayAcknowledge,
    isFirst: notices.every(({ isFirst }) => isFirst),
    linkLabel: label,
    language,
    severity,
    event: joinedEvent(
      homeName,
      notices.map(({ event }) => event),
    ),
  };
}
