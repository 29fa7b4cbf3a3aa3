import type { Coverage } from "../../schema/wire/account/coverage.ts";
import { CHANNEL_RULES } from "../channels/registry.ts";
import { done, type Outcome } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { maskedRecipient } from "../messages/delivery/shown-delivery.ts";
import { findCoverage } from "./coverage.queries.ts";
import { judgeCoverage } from "./coverage.ts";

/** What may leave the home unwarned, looked up now. */
export async function showCoverage(
  { db, clock }: Pick<Services, "db" | "clock">,
  householdId: string,
): Promise<Outcome<Coverage>> {
  const now = clock();
  const { sensors, unheard, sources, people } = await findCoverage(db, householdId, now);
  const named = people.map(({ email, channels }) => ({
    email,
    channels: channels.map(({ channel, address, provenAt }) => ({
      channel,
      // A mail address says by itself what it is, in every language.
      label:
        channel === "email"
          ? address
          : `${CHANNEL_RULES[channel].label}, ${maskedRecipient(channel, address)}`,
      provenAt,
    })),
  }));
  return done({ gaps: judgeCoverage({ sensors, unheard, sources, people: named }, now) });
}
