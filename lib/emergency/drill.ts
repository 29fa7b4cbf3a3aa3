import {
  type AlertKind,
  CHANNELS,
  type Channel,
  type ChoiceOf,
  type DrillSkip,
  type DrillState,
  type Language,
  type OutboxState,
  type Severity,
} from "../../schema/vocabulary.ts";
import type { Drill } from "../../schema/wire/account/coverage.ts";
import { type Charge, Counts } from "../budget/counts.ts";
import type { Block } from "../channels/block.ts";
import { CHANNEL_RULES } from "../channels/registry.ts";
import type { CapHome, ChannelRules, SendingPolicy } from "../channels/rules.ts";
import type { ConfiguredChannels } from "../kernel/ports.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { Contact, Outsider, Person } from "../messages/audience/due-finding.ts";
import { DEFAULT_PREFERENCES, type NotificationPreferences } from "../messages/audience/preferences.ts";
import { maskedRecipient } from "../messages/delivery/shown-delivery.ts";
import { EMERGENCY_LIMITS } from "./limits.ts";

/** What a test reading of one sensor came to: the urgent alert that it would raise, or null for none. */
export type TriedSensor = {
  sensorId: string;
  name: string;
  /** As it was stored, in the sensor's unit; null where it was not taken, absent in drills of before. */
  reading?: { value: number; unit: string | null } | null;
  alert: { kind: AlertKind; severity: Severity } | null;
};

/** One contact, whose it is, and why nothing is sent to it; null where something is. */
export type DrilledContact = {
  userId: string | null;
  contactId: string | null;
  language: Language;
  contact: Contact;
  skipped: DrillSkip | null;
};

type DrillFacts = {
  household: CapHome;
  people: readonly Person[];
  outsiders: readonly Outsider[];
  sent: Record<string, number>;
  configured: ConfiguredChannels;
  policy: SendingPolicy;
  now: number;
  /** What the test readings came to. */
  sensors: readonly TriedSensor[];
};

type News = NonNullable<TriedSensor["alert"]>;

/** What a drill stands for where no sensor raises anything: who would be notified is still worth knowing. */
const COLD: News = { kind: "freeze", severity: "critical" };

/** The gravest result of the test readings: everyone who would be notified of it takes part in the drill. */
function newsOf(sensors: readonly TriedSensor[]): News {
  const raised = sensors.flatMap(({ alert }) => (alert === null ? [] : [alert]));
  return raised.find(({ severity }) => severity === "critical") ?? raised[0] ?? COLD;
}

function wants<C extends Channel>(channel: C, preferences: NotificationPreferences, news: News): boolean {
  const rules: ChannelRules<C> = CHANNEL_RULES[channel];
  const choice: ChoiceOf<C> = preferences[channel];
  return rules.wants(news.kind, { transition: "opened", severity: news.severity }, choice);
}

/**
 * Whom a drill reaches, by what: every contact that a critical alert would be sent to, those outside the home who have
 * said yes among them. Texts count against the budget as any news does that may wait: never against the reserve.
 */
export function planDrill(facts: DrillFacts): { contacts: DrilledContact[]; charges: Charge[] } {
  const counts = new Counts(facts.sent);
  const news = newsOf(facts.sensors);
  const contacts = [
    ...facts.people.flatMap((person) => contactsOf(person, news)),
    ...facts.outsiders.map(contactOf),
  ]
    .slice(0, EMERGENCY_LIMITS.drillContactsMax)
    .map((each) => ({ ...each, skipped: skipOf(each.contact, facts, counts) }));
  return { contacts, charges: counts.charges() };
}

type Candidate = Omit<DrilledContact, "skipped">;

function contactsOf({ userId, contacts, preferences, language }: Person, news: News): Candidate[] {
  const chosen = { ...DEFAULT_PREFERENCES, ...preferences };
  return CHANNELS.filter((channel) => wants(channel, chosen, news)).flatMap((channel) =>
    contacts
      .filter((contact) => contact.channel === channel)
      .map((contact) => ({ userId, contactId: null, language: contact.language ?? language, contact })),
  );
}

const contactOf = ({ contactId, language, contact }: Outsider): Candidate => ({
  userId: null,
  contactId,
  language,
  contact,
});

function skipOf(
  { channel, address, isVerified, isGone }: Contact,
  { household, configured, policy, now }: DrillFacts,
  counts: Counts,
): DrillSkip | null {
  if (channel === "call") return "no_calls";
  if (!isVerified) return "unverified";
  if (isGone) return "gone";
  if (!configured[channel]) return "not_configured";
  const ask = { household, address, isUrgent: false, isFirstOfLeak: false, policy, now };
  const block = counts.take(channel, CHANNEL_RULES[channel].caps(ask));
  return block === null ? null : (SKIPS[block] ?? "used_up");
}

/** All others are of a budget. */
const SKIPS: Partial<Record<Block, DrillSkip>> = {
  country: "country",
  not_in_plan: "not_in_plan",
  number_gone: "gone",
};

/** A contact as the store has it, with what became of its message; times are ISO 8601. */
export type DrillRecord = {
  id: string;
  createdAt: string;
  expiresAt: string;
  sensors: TriedSensor[];
  contacts: {
    who: string;
    isOutside: boolean;
    channel: Channel;
    recipient: string;
    skipped: DrillSkip | null;
    tappedAt: string | null;
    /** Null where the message was removed since. */
    state: OutboxState | null;
    settledAt: string | null;
    lastError: string | null;
  }[];
};

export const shownDrill = (
  { id, createdAt, expiresAt, sensors, contacts }: DrillRecord,
  now: Date,
): Drill => ({
  id,
  started_at: createdAt,
  ends_at: expiresAt,
  sensors: sensors.map(({ sensorId, name, reading = null, alert }) => ({
    id: sensorId,
    name,
    reading,
    alert,
  })),
  contacts: contacts.map((each) => ({
    who: each.who,
    is_outside: each.isOutside,
    channel: each.channel,
    address: maskedRecipient(each.channel, each.recipient),
    state: stateOf(each, now.getTime() >= Date.parse(expiresAt)),
    skipped: each.skipped,
    failure: each.lastError,
    sent_at: each.state === "sent" ? each.settledAt : null,
    tapped_at: each.tappedAt,
  })),
});

function stateOf({ skipped, tappedAt, state }: DrillRecord["contacts"][number], isOver: boolean): DrillState {
  if (tappedAt !== null) return "tapped";
  if (skipped !== null) return "not_sent";
  if (state === "dead" || state === "dropped") return "failed";
  if (isOver) return "missed";
  return state === "pending" ? "waiting" : "sent";
}

/** Months of autumn, counted from 0; a home whose place nobody knows is in the north. */
const AUTUMN = { north: [8, 9, 10], south: [2, 3, 4] } as const;

const isIn = (months: readonly number[], now: Date): boolean => months.includes(now.getUTCMonth());

/** True if a home should be offered a drill: in its autumn, and if there was none for long. */
export function isDrillDue(
  { latitude, lastAt }: { latitude: number | null; lastAt: Date | null },
  now: Date,
): boolean {
  const isRecent =
    lastAt !== null && now.getTime() - lastAt.getTime() < EMERGENCY_LIMITS.drillOfferDays * DAY_MS;
  return !isRecent && isIn((latitude ?? 0) < 0 ? AUTUMN.south : AUTUMN.north, now);
}
