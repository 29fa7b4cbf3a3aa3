import { CHANNELS, type Channel, type ChoiceOf } from "../../../../schema/vocabulary.ts";
import { sendAt } from "../../alerts/quiet-hours.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { ChannelRules } from "../../channels/rules.ts";
import type { Contact, DueFinding, Person } from "./due-finding.ts";
import { type Heard, heardBy } from "./heard.ts";
import { DEFAULT_PREFERENCES, type NotificationPreferences } from "./preferences.ts";

/** One finding for one of a person's contacts, and when it may arrive. */
export type Delivery = { person: Person; contact: Contact; at: number; finding: DueFinding };

/**
 * Decides whom a finding reaches, on which channels and when. An end reaches nobody who has heard nothing
 * before it.
 */
export const deliveriesOf = (finding: DueFinding, people: readonly Person[], now: number): Delivery[] =>
  people.flatMap((person) => deliveriesTo(person, finding, now));

function deliveriesTo(person: Person, due: DueFinding, now: number): Delivery[] {
  const heard = due.toldBefore === null ? null : heardBy(person, due.toldBefore);
  if (heard?.isAny === false) return [];
  const preferences = { ...DEFAULT_PREFERENCES, ...person.preferences };
  const { kind, severity } = due.finding;
  const quietUntil = sendAt(preferences.quietHours, kind, severity, now);
  return CHANNELS.filter((channel) => wants(channel, due, heard, preferences)).flatMap((channel) =>
    person.contacts
      .filter((contact) => contact.channel === channel && isReachable(contact))
      .map((contact) => {
        const at = CHANNEL_RULES[channel].keepsQuietHours ? quietUntil : now;
        return { person, contact, at, finding: due };
      }),
  );
}

/** What is gone still stands for the mail that is sent in its place, where the channel has one. */
const isReachable = ({ channel, isVerified, isGone }: Contact): boolean =>
  isVerified && (!isGone || CHANNEL_RULES[channel].goneBlock !== null);

/**
 * An end is for the channels that the episode was for, however mild it was at last: what is off stays off.
 */
function wants<C extends Channel>(
  channel: C,
  { finding }: DueFinding,
  heard: Heard | null,
  preferences: NotificationPreferences,
): boolean {
  const rules: ChannelRules<C> = CHANNEL_RULES[channel];
  const choice: ChoiceOf<C> = preferences[channel];
  const isOff = choice === "off" || choice === false;
  if (heard?.channels.has(channel) && !isOff) return true;
  return [finding, ...(heard?.news ?? [])].some((news) => rules.wants(finding.kind, news, choice));
}
