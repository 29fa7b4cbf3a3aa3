import { type Block, CHANNELS, type Channel } from "../../../schema/vocabulary.ts";
import { spendingOf } from "../../budget/spending.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import { blockedOf } from "../../channels/rules.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { ConfiguredChannels, SendingPolicy } from "../../kernel/ports.ts";
import { NOTICES } from "../../language/sent.ts";
import { MESSAGE_LIMITS } from "../../outbox/limits.ts";
import { type Contact, isReachable } from "../../outbox/message.ts";
import type { HomeAudience } from "./due-finding.ts";
import type { MessagePlan } from "./plan-messages.ts";
import { wantsAlert } from "./preferences.ts";

type TestPlan = Pick<MessagePlan, "charges"> & { contacts: Contact[] };

type TestFacts = {
  audience: HomeAudience;
  configured: ConfiguredChannels;
  policy: SendingPolicy;
  now: number;
};

/**
 * Plans a test message for a member, or for all owners if `userId` is null because a program asks. A refusal says what
 * a real message would lack, too.
 */
export function planTest(
  { audience, configured, policy, now }: TestFacts,
  channel: Channel,
  userId: string | null,
): Outcome<TestPlan> {
  const { label } = CHANNEL_RULES[channel];
  if (!configured[channel])
    return refuse(
      "channel_not_configured",
      `${label} is not configured on this installation: nothing is sent by it`,
    );
  const all = audience.people
    .filter((person) => (userId === null ? person.role === "owner" : person.userId === userId))
    .flatMap(({ contacts }) => contacts.filter((contact) => contact.channel === channel));
  const contacts = all.filter(isReachable);
  if (contacts.length === 0) return refuse("no_recipient", missing(label, all));
  const { take, charges } = spendingOf(audience, policy, now);
  const block = contacts.map((contact) => take(contact)).find((full) => full !== null);
  return block === undefined
    ? done({ contacts, charges: charges() })
    : refuse("sms_used_up", refusedText(block));
}

/**
 * Plans a test for everybody who would get a critical alert, including outsiders who agreed, on every channel but
 * calls. Its texts count as news that may wait, so they never use the reserve for urgent alerts.
 */
export function planTestOfAll({ audience, configured, policy, now }: TestFacts): Outcome<TestPlan> {
  const alert = { kind: "freeze", severity: "critical" } as const;
  const ofPeople = audience.people.flatMap(({ contacts, preferences }) =>
    contacts.filter(({ channel }) => wantsAlert(channel, alert, preferences)),
  );
  const order = ({ channel }: Contact) => CHANNELS.indexOf(channel);
  const { take, charges } = spendingOf(audience, policy, now);
  const contacts = [...ofPeople, ...audience.outsiders.map(({ contact }) => contact)]
    .filter((contact) => contact.channel !== "call" && isReachable(contact) && configured[contact.channel])
    .toSorted((a, b) => order(a) - order(b))
    .slice(0, MESSAGE_LIMITS.testContactsMax)
    .filter((contact) => take(contact) === null);
  return contacts.length === 0
    ? refuse("no_recipient", "Nobody in this home can get a critical alert right now")
    : done({ contacts, charges: charges() });
}

const NOUNS = { call: "phone call", push: "push message", text: "text message" };

/** Says why a test can't be sent; unlike an alert, no mail takes its place. English, like every refusal of the API. */
function refusedText(block: Block): string {
  const of = blockedOf(block);
  const what = block === "used_up" ? "message" : NOUNS[of];
  return `A ${what} can't be ${of === "call" ? "made" : "sent"}: ${NOTICES.en.blocks[block]}`;
}

function missing(label: string, contacts: readonly Contact[]): string {
  if (contacts.some(({ isGone }) => isGone)) return `${label} no longer takes messages at that address`;
  return contacts.length > 0
    ? `${label} counts once the code sent there has been entered`
    : `${label} has no address to send to`;
}
