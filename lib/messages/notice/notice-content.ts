import { LIMITS } from "../../../schema/limits.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import { may } from "../../people/entitlement.ts";
import type { DueFinding, DueHome } from "../audience/due-finding.ts";
import type { PlannedMessage } from "../audience/plan-messages.ts";
import { mailOf } from "../mail/mail-layout.ts";
import type { MessageContent } from "../message.ts";
import { joinedEvent } from "./alert-event.ts";
import { cut, nameText, oneLine } from "./plain-text.ts";
import { type Notice, renderNotice } from "./render-notice.ts";
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

/** What one message says on its channel; `url` opens the page of its alerts for its reader. */
export function noticeContent(
  { household }: DueHome,
  { person, contact, findings, notes }: PlannedMessage,
  url: string,
): MessageContent {
  // Only the role decides: acknowledging is part of every plan.
  const mayAcknowledge = may("acknowledge_alert", { plan: "pro", role: person.role }) === "yes";
  const { name, timeZone } = household;
  const isOne = findings.length === 1;
  const notices = findings.map(({ alertId, finding, names, before, lastDay = null, neighbours = null }) =>
    renderNotice({
      household: { name, temperatureUnit: `°${household.temperatureUnit}`, timeZone },
      ...{ alertId, finding, names, before, lastDay, neighbours, url, mayAcknowledge },
      notes: isOne ? notes : [],
    }),
  );
  const [only] = notices;
  const notice =
    isOne && only !== undefined
      ? only
      : renderBundle({ homeName: name, notices, url, mayAcknowledge, notes });
  return CHANNEL_RULES[contact.channel].write(notice);
}

/** One message a set of findings, channel and recipient, however often it is planned; the worst stands for all. */
export function dedupeKeyOf({ contact, findings }: PlannedMessage): string {
  const worst = findings.map(({ alertId, finding }) => `${alertId}/${finding.sequence}`)[0] ?? "";
  const others = findings.length > 1 ? `+${findings.length - 1}` : "";
  return `${worst}${others}/${contact.channel}/${contact.address}`;
}

/** What a list of deliveries calls it: `freeze_opened`, or `alerts` where it is about several. */
export function kindOf(findings: readonly DueFinding[]): string {
  const [first] = findings;
  return findings.length === 1 && first !== undefined
    ? `${first.finding.kind}_${first.finding.transition}`
    : "alerts";
}
