import { messageCaps } from "../../budget/counts.ts";
import { CHANNEL_LIMITS } from "../limits.ts";
import type { ChannelRules } from "../rules.ts";
import { shownAs } from "../urgency.ts";

const SHOWN_CHARACTERS = 4;

export const PUSH: ChannelRules<"push"> = {
  label: "Push",
  needs: ["FIREBASE_SERVICE_ACCOUNT"],
  defaultChoice: true,
  wants: (_kind, _news, choice) => choice,
  keepsQuietHours: true,
  contacts: { max: CHANNEL_LIMITS.pushTokensMax, proof: "none", isExclusive: true },
  nobody: {
    none: "No phone or browser is registered for push",
    unverified: "No phone or browser is registered for push",
    gone: "The app is no longer installed where push was registered",
  },
  goneBlock: null,
  caps: messageCaps,
  write: (notice) => ({
    subject: notice.pushTitle,
    text: notice.pushBody,
    url: notice.url,
    language: notice.language,
    ...shownAs(notice),
  }),
  mask: (token) => `…${token.slice(-SHOWN_CHARACTERS)}`,
};
