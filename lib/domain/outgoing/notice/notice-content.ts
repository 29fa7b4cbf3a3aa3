import { CHANNEL_RULES } from "../../channels/registry.ts";
import { may } from "../../entitlement.ts";
import type { DueFinding, DueHome } from "../audience/due-finding.ts";
import type { PlannedMessage } from "../audience/plan-messages.ts";
import type { MessageContent } from "../message.ts";
import { renderBundle } from "./render-bundle.ts";
import { renderNotice } from "./render-notice.ts";

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
