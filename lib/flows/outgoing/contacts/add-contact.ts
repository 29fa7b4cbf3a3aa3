import { CHANNELS, type Channel, ID_PREFIXES } from "../../../../schema/vocabulary.ts";
import type { AddedContact as WireAddedContact } from "../../../../schema/wire/account/contacts.ts";
import type { ActingMember } from "../../../domain/account/member.ts";
import { priceOf } from "../../../domain/budget/destinations.ts";
import { CHANNEL_RULES } from "../../../domain/channels/registry.ts";
import type { ContactRules, NewAddress, SendingPolicy } from "../../../domain/channels/rules.ts";
import { judgeAddresses } from "../../../domain/feed-url/addresses.ts";
import type { FeedRules } from "../../../domain/feed-url/judge.ts";
import { newId } from "../../../domain/id.ts";
import { done, type Outcome, refuse } from "../../../domain/outcome.ts";
import { type ShownContact, shownContact } from "../../../domain/outgoing/audience/shown-contact.ts";
import type { Clock, ConfiguredChannels, Random, ResolveHost, Vault } from "../../../ports.ts";
import type { Db } from "../../../store/db.ts";
import { type AddVerdict, addContactPoint } from "../../../store/outgoing/add-contact-point.ts";
import { findContactPoint } from "../../../store/outgoing/contact-points.ts";
import { findSpender } from "../../find-spender.ts";
import { newCode } from "./new-code.ts";

export type ContactPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  serverVault: Vault;
  configuredChannels: ConfiguredChannels;
  sendingPolicy: SendingPolicy;
  webhookRules: FeedRules;
  /** Null where there is no resolver to ask: each call of a webhook judges the addresses anyway. */
  resolveHost: ResolveHost | null;
};

export type AddedContact = WireAddedContact;

/** Mail goes to the address of the account, and only an app knows its push token. */
const ADDRESSED = CHANNELS.filter((channel) => CHANNEL_RULES[channel].contacts?.read != null);

/**
 * Adds what somebody typed; a phone number is sent its code. Adding it again while it counts changes nothing.
 */
export async function addContact(
  ports: ContactPorts,
  acting: ActingMember,
  { channel, address: text }: { channel: Channel; address: string },
): Promise<Outcome<AddedContact>> {
  const { label, contacts: rules } = CHANNEL_RULES[channel];
  if (rules?.read == null)
    return refuse("invalid_request", `"channel" must be one that takes an address: ${ADDRESSED.join(", ")}`);
  if (!ports.configuredChannels[channel])
    return refuse("channel_not_configured", `${label} is not configured on this installation`);
  const { sendingPolicy: policy, webhookRules, random } = ports;
  const read = rules.read(text, { policy, webhookRules, random });
  if (!read.ok) return read;
  const refused = await refusedHost(ports, read.value);
  return refused ?? (await add(ports, acting, channel, rules, read.value));
}

/** A name that nobody can resolve just now is saved: no call is made before it resolves. */
async function refusedHost({ resolveHost }: ContactPorts, { host }: NewAddress) {
  if (host === null || resolveHost === null) return null;
  const judged = judgeAddresses(await resolveHost(host));
  if (judged.ok || judged.reason === "unresolvable") return null;
  return refuse("invalid_request", "The webhook's host has an address that is not on the public internet");
}

async function add(
  ports: ContactPorts,
  { member, actor }: ActingMember,
  channel: Channel,
  rules: ContactRules,
  { address, secret, shownSecret }: NewAddress,
): Promise<Outcome<AddedContact>> {
  const { db, clock, random, serverVault } = ports;
  const { userId, householdId } = member;
  const at = clock();
  const id = newId(ID_PREFIXES.contactPoint, random);
  const price = priceOf(address, ports.sendingPolicy) ?? 1;
  const spender = { ...(await findSpender(ports, { householdId, actor })), account: userId, address, price };
  const contact = { id, householdId, channel, address, secret, spender };
  const sealedSecret =
    secret === null ? null : await serverVault.seal("contact-secret", id, JSON.stringify(secret));
  const verdict = await addContactPoint(db, {
    id,
    userId,
    channel,
    address,
    sealedSecret,
    details: {},
    max: rules.max,
    isExclusive: rules.isExclusive,
    code: rules.proof === "code" ? await newCode(ports, contact, at) : null,
    entry: { householdId, at, actor, action: "contact_added", subject: id, details: { channel } },
  });
  if (verdict !== "added" && verdict !== "kept") return refuse(REFUSALS[verdict]);
  const shown = await findAdded(ports, userId, verdict === "added" ? { id } : { channel, address });
  return shown === null ? refuse("not_found") : done({ contact: shown, secret: shownSecret });
}

const REFUSALS = {
  too_many: "too_many",
  taken: "contact_taken",
  code_limit: "contact_code_limit",
} as const satisfies Partial<Record<AddVerdict, string>>;

async function findAdded(
  { db }: ContactPorts,
  userId: string,
  by: { id: string } | { channel: Channel; address: string },
): Promise<ShownContact | null> {
  const record = await findContactPoint(db, userId, by);
  return record === null ? null : shownContact(record);
}
