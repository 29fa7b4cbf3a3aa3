import { CHANNELS, type Channel, type ChoiceOf } from "../../../schema/vocabulary.ts";
import { Counts } from "../../budget/counts.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { ChannelRules } from "../../channels/rules.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { ConfiguredChannels } from "../../kernel/ports.ts";
import { MESSAGE_LIMITS } from "../limits.ts";
import type { Outsider, Person } from "./due-finding.ts";
import type { TestFacts, TestPlan } from "./plan-test.ts";
import { DEFAULT_PREFERENCES, type NotificationPreferences } from "./preferences.ts";

type TestOfAllFacts = Pick<TestFacts, "household" | "sent" | "policy" | "now"> & {
  people: readonly Person[];
  outsiders: readonly Outsider[];
  configured: ConfiguredChannels;
};

/**
 * Everybody whom a critical alert would be sent to, by every channel but calls, those outside the home who have said yes among
 * them. Texts count as any news does that may wait: never against the reserve.
 */
export function planTestOfAll(facts: TestOfAllFacts): Outcome<TestPlan> {
  const { household, sent, policy, now } = facts;
  const counts = new Counts(sent);
  const ofPeople = facts.people.flatMap(({ contacts, preferences, language }) =>
    contacts
      .filter(({ channel }) => isTold(channel, { ...DEFAULT_PREFERENCES, ...preferences }))
      .map((contact) => ({ ...contact, language: contact.language ?? language })),
  );
  const ofOutsiders = facts.outsiders.map(({ contact, language }) => ({ ...contact, language }));
  const order = (channel: Channel) => CHANNELS.indexOf(channel);
  const contacts = [...ofPeople, ...ofOutsiders]
    .filter(
      ({ channel, isVerified, isGone }) =>
        channel !== "call" && isVerified && !isGone && facts.configured[channel],
    )
    .toSorted((a, b) => order(a.channel) - order(b.channel))
    .slice(0, MESSAGE_LIMITS.testContactsMax)
    .filter(({ channel, address }) => {
      const ask = { household, address, isUrgent: false, isFirstOfLeak: false, policy, now };
      return counts.take(channel, CHANNEL_RULES[channel].caps(ask)) === null;
    });
  if (contacts.length === 0)
    return refuse("no_recipient", "Nobody in this home can get a critical alert right now");
  return done({ contacts, charges: counts.charges() });
}

function isTold<C extends Channel>(channel: C, preferences: NotificationPreferences): boolean {
  const rules: ChannelRules<C> = CHANNEL_RULES[channel];
  const choice: ChoiceOf<C> = preferences[channel];
  return rules.wants("freeze", { transition: "opened", severity: "critical" }, choice);
}
