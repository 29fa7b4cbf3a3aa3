import { messageCaps } from "../budget/standing.ts";
import { CHANNEL_LIMITS } from "./limits.ts";
import type { ChannelRules, ProviderVariable } from "./rules.ts";
import { urgencyOf } from "./urgency.ts";

type Own = {
  label: string;
  /** What the operator has to set; most of these channels need nothing of the operator. */
  needs?: readonly ProviderVariable[];
};

/**
 * What channels have in common whose message is one HTTP call to an address of the person's own. They cost the
 * operator nothing, so every plan has them; the code that is sent there first shows that messages arrive.
 */
export const calledRules = ({ label, needs = [] }: Own) =>
  ({
    label,
    needs,
    defaultChoice: true,
    wants: (_kind, _news, choice) => choice,
    keepsQuietHours: true,
    contacts: { max: CHANNEL_LIMITS.calledContactsMax, proof: "code", isExclusive: false },
    nobody: {
      none: `${label} has no address to send to`,
      unverified: `${label} counts once the code sent there has been entered`,
      gone: `${label} no longer takes messages at that address`,
    },
    goneBlock: null,
    caps: messageCaps,
    write: (notice) => ({
      subject: notice.subject,
      text: notice.pushBody,
      url: notice.url,
      urgency: urgencyOf(notice.event),
      mayAcknowledge: notice.mayAcknowledge,
      linkLabel: notice.linkLabel,
      language: notice.language,
    }),
    mask: (address) => address,
  }) satisfies ChannelRules<"ntfy">;
