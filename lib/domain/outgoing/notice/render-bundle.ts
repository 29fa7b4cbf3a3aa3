import { LIMITS } from "../../../../schema/limits.ts";
import { mailOf } from "../mail/mail-layout.ts";
import { joinedEvent } from "./alert-event.ts";
import { cut, nameText, oneLine } from "./plain-text.ts";
import type { Notice } from "./render-notice.ts";
import { smsText } from "./sms.ts";

export type BundleInput = {
  homeName: string;
  /** The worst first. */
  notices: readonly Notice[];
  url: string;
  mayAcknowledge: boolean;
  notes: readonly string[];
};

const SUBJECT_CHARACTERS_MAX = 150;
const PUSH_BODY_CHARACTERS_MAX = 240;

/** Several alerts of one home in one message: up to ten are named, the worst first, the others counted. */
export function renderBundle({ homeName, notices, url, mayAcknowledge, notes }: BundleInput): Notice {
  const named = notices.slice(0, LIMITS.messageAlertsNamedMax).map(({ subject }) => subject);
  const more = notices.length - named.length;
  const [worst = ""] = named;
  const lines = more === 0 ? named : [...named, `… and ${more} more`];
  const home = nameText(homeName, "your home");
  const rest = `and ${notices.length - 1} more alert${notices.length === 2 ? "" : "s"}`;
  const subject = oneLine(`${worst} (${rest})`, SUBJECT_CHARACTERS_MAX);
  const label = mayAcknowledge ? "I'm on it" : "See what happened";
  const title = `${notices.length} alerts`;
  return {
    subject,
    ...mailOf({ home, title, severity: "critical", list: lines, paragraphs: notes, button: { label, url } }),
    sms: smsText([`${worst} ${rest}`, home], url),
    pushTitle: `${title} at ${home}`,
    pushBody: cut(lines.join(". "), PUSH_BODY_CHARACTERS_MAX),
    url,
    mayAcknowledge,
    event: joinedEvent(
      homeName,
      notices.map(({ event }) => event),
    ),
  };
}
