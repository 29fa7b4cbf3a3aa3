import { messageCaps } from "../../budget/standing.ts";
import type { ChannelRules } from "../rules.ts";

export const EMAIL: ChannelRules<"email"> = {
  label: "Email",
  needs: ["RESEND_API_KEY"],
  defaultChoice: true,
  wants: (_kind, _news, choice) => choice,
  keepsQuietHours: true,
  contacts: null,
  nobody: {
    none: "Nobody in this home can be reached on that channel",
    unverified: "Nobody in this home can be reached on that channel",
    gone: "Nobody in this home can be reached on that channel",
  },
  goneBlock: null,
  caps: messageCaps,
  write: ({ subject, text, html }) => ({ subject, text, html }),
  mask: (address) => address.replace(/^(.).*(?=@[^@]*$)/, "$1…"),
};
