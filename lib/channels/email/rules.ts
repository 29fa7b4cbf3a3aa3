import type { ChannelRules } from "../rules.ts";

export const EMAIL: ChannelRules<"email"> = {
  label: "Email",
  needs: ["RESEND_API_KEY"],
  defaultChoice: true,
  wants: (_kind, _news, choice) => choice,
  keepsQuietHours: true,
  contacts: null,
  nobody: {
    none: "There is nobody to send this to on that channel",
    unverified: "There is nobody to send this to on that channel",
    gone: "There is nobody to send this to on that channel",
  },
  goneBlock: null,
  caps: () => [],
  write: ({ subject, text, html }) => ({ subject, text, html }),
  mask: (address) => address.replace(/^(.).*(?=@[^@]*$)/, "$1…"),
};
