import { CHANNEL_LIMITS } from "../limits.ts";
import { type ChannelRules, FREE_CHANNEL, lastCharacters } from "../rules.ts";
import { shownAs } from "../urgency.ts";

export const PUSH: ChannelRules<"push"> = {
  ...FREE_CHANNEL,
  label: "Push",
  needs: ["FIREBASE_SERVICE_ACCOUNT"],
  contacts: { max: CHANNEL_LIMITS.pushTokensMax, proof: "none", isExclusive: true },
  write: (notice) => ({
    subject: notice.pushTitle,
    text: notice.pushBody,
    url: notice.url,
    language: notice.language,
    ...shownAs(notice),
  }),
  mask: lastCharacters,
};
