import type { MessageContent } from "../../channels/content.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import { blockedOf } from "../../channels/rules.ts";
import { NOTICES } from "../../language/sent.ts";
import { may } from "../../people/entitlement.ts";
import type { DueFinding, DueHome } from "../audience/due-finding.ts";
import type { PlannedMessage } from "../audience/plan-messages.ts";
import type { NoticeInput } from "./notice-view.ts";
import { renderNotice } from "./render-notice.ts";

export function noticeContent(
  { household }: DueHome,
  { person, contact, findings, notes }: PlannedMessage,
  url: string,
): MessageContent {
  // The plan doesn't matter, because every plan includes acknowledging.
  const mayAcknowledge = may("acknowledge_alert", { plan: "pro", role: person.role }) === "yes";
  const { language } = contact;
  const temperatureUnit = `°${person.temperatureUnit ?? household.temperatureUnit}` as const;
  const { blocks, byMail } = NOTICES[language];
  const said = notes.map((block) => byMail[blockedOf(block)](blocks[block]));
  const [worst, ...others] = findings.map(
    (due): NoticeInput => ({
      ...due,
      household,
      reader: { language, temperatureUnit },
      url,
      mayAcknowledge,
      notes: said,
      lead: leadOf(due.stage, due.finding.takenOnBy === person.userId),
    }),
  );
  if (worst === undefined) throw new Error("A message is about a finding");
  return CHANNEL_RULES[contact.channel].write(renderNotice(worst, ...others));
}

/** Returns why the reader gets the news again: a step of the escalation, or worse news after their acknowledgement. */
const leadOf = (stage: DueFinding["stage"], hadIt: boolean): NonNullable<NoticeInput["lead"]> | null => {
  if (stage !== undefined) return stage.isRenewal ? "renewal" : "unanswered";
  return hadIt ? "worse" : null;
};

/** The dedupe key: worst finding, number of others, and contact. Planning a message again gives the same key. */
export function dedupeKeyOf({ contact, findings }: PlannedMessage): string {
  const worst = findings.map(nameOfNews)[0] ?? "";
  const others = findings.length > 1 ? `+${findings.length - 1}` : "";
  return `${worst}${others}/${contact.channel}/${contact.address}`;
}

const nameOfNews = ({ alertId, finding, stage }: DueFinding): string =>
  `${alertId}/${finding.sequence}${stage === undefined ? "" : `.${stage.round}.${stage.place}`}`;

/** The message's kind in the message log, such as `freeze_opened`, or `alerts` for several findings. */
export const kindOf = ([first, ...others]: readonly DueFinding[]): string =>
  first === undefined || others.length > 0 ? "alerts" : `${first.finding.kind}_${first.finding.transition}`;
