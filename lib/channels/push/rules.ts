import { CHANNEL_LIMITS } from "../limits.ts";
import { shortForm } from "../message-parts.ts";
import { type ChannelRules, FREE_CHANNEL, lastCharacters } from "../rules.ts";

export const PUSH: ChannelRules<"push"> = {
  ...FREE_CHANNEL,
  label: "Push",
  needs: ["FIREBASE_SERVICE_ACCOUNT"],
  contacts: { max: CHANNEL_LIMITS.pushTokensMax, proof: "none", isExclusive: true },
  write: (notice) => ({ ...shortForm(notice), subject: notice.pushTitle }),
  mask: lastCharacters,
};
