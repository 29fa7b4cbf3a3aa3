import type { Channel } from "../../../../schema/vocabulary.ts";
import type { Delivery, InsteadOfSms } from "../audience/audience.ts";
import type { DueFinding } from "../audience/due-finding.ts";
import type { MessageContent } from "../message.ts";
import { type Notice, renderNotice } from "./render-notice.ts";

const INSTEAD_OF_SMS: Record<InsteadOfSms, string> = {
  month_used_up:
    "This would have been a text message, but this month's are used up. It came by mail instead.",
  not_in_plan:
    "This would have been a text message, but those are part of the Pro plan. It came by mail instead.",
  number_gone:
    "This would have been a text message, but your phone number takes no more text messages. It came by mail instead.",
};

export type Links = { alertUrl: string; ackUrl: string | null };

/** What one delivery says. */
export function contentOf(facts: DueFinding, delivery: Delivery, links: Links): MessageContent {
  const notice = renderNotice({
    finding: facts.finding,
    household: {
      name: facts.household.name,
      temperatureUnit: `°${facts.household.temperatureUnit}`,
      timeZone: facts.household.timeZone,
    },
    names: facts.names,
    url: links.alertUrl,
    ackUrl: links.ackUrl,
    note: delivery.insteadOfSms === null ? null : INSTEAD_OF_SMS[delivery.insteadOfSms],
  });
  return CONTENT[delivery.channel](notice);
}

const CONTENT: Record<Channel, (notice: Notice) => MessageContent> = {
  email: ({ subject, text, html }) => ({ subject, text, html }),
  sms: ({ subject, sms }) => ({ subject, text: sms }),
  push: ({ pushTitle, pushBody }) => ({ subject: pushTitle, text: pushBody }),
};

/** One message a finding, channel and recipient, however often it is told. */
export const dedupeKeyOf = ({ alertId, finding }: DueFinding, { channel, recipient }: Delivery): string =>
  `${alertId}/${finding.sequence}/${channel}/${recipient}`;
