import { LIMITS } from "../../../../schema/limits.ts";
import type { Channel } from "../../../../schema/vocabulary.ts";
import type { SendingPolicy } from "../../channels/rules.ts";
import type { Charge } from "./counts.ts";

type Ask = { channel: Channel; address: string; userId: string; policy: SendingPolicy; now: Date };

/**
 * What a code costs: the number's and the person's share of the day, and one message of the installation's.
 */
export function codeCharges({ channel, address, userId, policy, now }: Ask): Charge[] {
  const period = now.toISOString().slice(0, 10);
  const one = { channel, period, add: 1 };
  return [
    { ...one, scope: "code", subject: address, max: LIMITS.numberCodesPerDay },
    { ...one, scope: "account", subject: userId, max: LIMITS.accountCodesPerDay },
    { ...one, scope: "instance", subject: "", max: policy.smsPerDay },
  ];
}
