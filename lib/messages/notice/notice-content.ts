import type { MessageContent } from "../../channels/content.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import { isOfCall } from "../../channels/rules.ts";
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
  // Only the role decides: acknowledging is part of every plan.
  const mayAcknowledge = may("acknowledge_alert", { plan: "pro", role: person.role }) === "yes";
  const { language } = contact;
  const temperatureUnit = `°${person.temperatureUnit ?? household.temperatureUnit}` as const;
  const { blocks, byMail } = NOTICES[language];
  const said = notes.map((block) => byMail[isOfCall(block) ? "call" : "text"](blocks[block]));
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

/** For a step; otherwise for worse news to the person who acknowledged it. */
const leadOf = (stage: DueFinding["stage"], hadIt: boolean): NonNullable<NoticeInput["lead"]> | null => {
  if (stage !== undefined) return stage.isRenewal ? "renewal" : "unanswered";
  return hadIt ? "worse" : null;
};

/** One message a set of findings, channel and recipient, however often it is planned; the worst stands for all. */
export function dedupeKeyOf({ contact, findings }: PlannedMessage): string {
  const worst = findings.map(nameOfNews)[0] ?? "";
  const others = findings.length > 1 ? `+${findings.length - 1}` : "";
  return `${worst}${others}/${contact.channel}/${contact.address}`;
}

const nameOfNews = ({ alertId, finding, stage }: DueFinding): string =>
  `${alertId}/${finding.sequence}${stage === undefined ? "" : `.${stage.round}.${stage.place}`}`;

/** What a list of deliveries calls it: `freeze_opened`, or `alerts` where it is about several. */
export const kindOf = ([first, ...others]: readonly DueFinding[]): string =>
  first === undefined || others.length > 0 ? "alerts" : `${first.finding.kind}_${first.finding.transition}`;
