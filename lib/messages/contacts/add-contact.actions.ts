import { LIMITS } from "../../../schema/limits.ts";
import {
  ADDRESSED_CHANNELS,
  type Channel,
  ID_PREFIXES,
  type Language,
  type Spending,
} from "../../../schema/vocabulary.ts";
import { budgetCharges } from "../../budget/budget.ts";
import { priceOf } from "../../budget/limits.ts";
import { findSpender } from "../../budget/spend.actions.ts";
import { ADDRESS_READERS, CHANNEL_RULES } from "../../channels/registry.ts";
import { type ContactRules, type NewAddress, plainAddress } from "../../channels/rules.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { judgeAddresses } from "../../kernel/judge-url.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { newId } from "../../kernel/secret.ts";
import type { CoreServices, Services } from "../../kernel/services.actions.ts";
import { refuseAddress } from "../../language/channel-words.ts";
import { codeMessage } from "../../outbox/mail/account-mails.ts";
import { sealMessage } from "../../outbox/seal-message.actions.ts";
import { type ActingMember, entryBy } from "../../people/activity.ts";
import { newSignInCode, sameCode } from "../../people/sign-in.ts";
import { addContactPoint } from "../add-contact-point.queries.ts";
import { type ShownContact, shownContact } from "../audience/shown-contact.ts";
import { findContactPoint, takeCodeTry, verifyContactPoint } from "../contact-points.queries.ts";

type AddedContact = { contact: ShownContact; secret: string | null };

const CODE_SPENDINGS: { readonly [C in Channel]?: Spending } = { sms: "sms_code", call: "call_code" };

/** `language` is for a contact in another language than its owner's; absent, it follows the owner's. */
type AskedContact = { channel: Channel; address: string; language?: Language | undefined };

/** Adds an address that a person typed, and sends a code to a phone number. A verified contact stays as it is. */
export async function addContact(
  services: Services,
  acting: ActingMember,
  { channel, address: text, language }: AskedContact,
): Promise<Outcome<AddedContact>> {
  const { contacts: rules } = CHANNEL_RULES[channel];
  if (rules === null || channel === "push")
    return refuse(
      "invalid_request",
      `"channel" must be one that takes an address: ${ADDRESSED_CHANNELS.join(", ")}`,
    );
  const read = await readAddress(services, channel, text);
  if (!read.ok) return read;
  const { address, secret, shownSecret } = read.value;
  const { db, clock, random, serverVault } = services;
  const { userId } = acting.member;
  const at = clock();
  const id = newId(ID_PREFIXES.contactPoint, random);
  const needsCode = rules.proof === "code" && !(await isProven(db, userId, rules, address));
  const verdict = await addContactPoint(db, {
    id,
    userId,
    channel,
    address,
    sealedSecret:
      secret === null ? null : await serverVault.seal("contact-secret", id, JSON.stringify(secret)),
    details: language === undefined ? {} : { language },
    ...(needsCode && {
      code: await codeTo(services, acting, { id, channel, address, secret, language }, at),
    }),
    entry: entryBy(acting, at, "contact_added", id, { channel }),
  });
  if (verdict !== "added" && verdict !== "kept") return refuse(verdict);
  const record = await findContactPoint(db, { userId, channel, address });
  return record === null ? refuse("not_found") : done({ contact: shownContact(record), secret: shownSecret });
}

/** Seals the code that verifies a new contact and the message with it, and returns both with their charges. */
async function codeTo(
  services: Services,
  acting: ActingMember,
  { id, channel, address, secret, language }: AskedContact & { id: string; secret: object | null },
  at: Date,
) {
  const { member } = acting;
  const code = newSignInCode(services.random);
  const mail = await sealMessage(services, {
    householdId: member.householdId,
    channel,
    recipient: address,
    dedupeKey: `contact-code/${id}`,
    kind: "contact_code",
    isCritical: true,
    content: {
      ...codeMessage(code, language ?? member.language),
      ...(channel === "call" ? { code } : {}),
      secret: secret ?? undefined,
    },
  });
  const spender = await findSpenderTo(services, acting, address);
  const spending = CODE_SPENDINGS[channel] ?? "called_code";
  const charges = budgetCharges(spending, spender, services.sendingPolicy, at);
  return { sealedCode: await services.serverVault.seal("contact-code", id, code), mail, charges };
}

/** Returns the subjects that a message to an address counts for when a member has typed that address. */
export async function findSpenderTo(services: Services, { member, actor }: ActingMember, address: string) {
  const asker = await findSpender(services, { householdId: member.householdId, actor });
  const price = priceOf(address, services.sendingPolicy) ?? 1;
  return { ...asker, account: member.userId, address, price };
}

/** True if the address is verified on a channel that proves it here too: a number verified for texts may be called. */
async function isProven(db: Db, userId: string, { provenBy: channel }: ContactRules, address: string) {
  if (channel === undefined) return false;
  const known = await findContactPoint(db, { userId, channel, address });
  return known?.isVerified === true && !known.isGone;
}

/** Verifies a contact by its code. Counts the try before comparing, so that parallel guesses can't exceed the limit. */
export async function verifyContact(
  { db, clock, serverVault }: CoreServices,
  acting: ActingMember,
  id: string,
  { code }: { code: string },
): Promise<Outcome<{ ok: true }>> {
  const own = { userId: acting.member.userId, id };
  const open = await takeCodeTry(db, own, clock());
  // Another person's contact counts as unknown.
  if (open === null)
    return refuse((await findContactPoint(db, own)) === null ? "not_found" : "bad_contact_code");
  const { channel, sealedCode } = open;
  const expected = await serverVault.open("contact-code", id, sealedCode);
  if (expected === null || !sameCode(code, expected.text)) return refuse("bad_contact_code");
  const isOnlyOne = CHANNEL_RULES[channel].contacts?.max === 1;
  const entry = entryBy(acting, clock(), "contact_verified", id, { channel });
  const isVerified = await verifyContactPoint(db, own, { sealedCode, isOnlyOne, entry });
  return isVerified ? done({ ok: true }) : refuse("bad_contact_code");
}

/** One mailbox with a domain of at least two labels. Only a reply to a message shows whether the mailbox exists. */
const EMAIL = /^[^\s@"<>(),;:\\]{1,64}@[^\s@"<>(),;:\\.]+(?:\.[^\s@"<>(),;:\\.]+)+$/;

/** Parses a typed address for a channel, and checks it as far as possible without sending anything there. */
export async function readAddress(services: Services, channel: Exclude<Channel, "push">, text: string) {
  if (!services.configuredChannels[channel])
    return refuse(
      "channel_not_configured",
      `${CHANNEL_RULES[channel].label} is not configured on this installation`,
    );
  if (channel === "email") return readEmail(text);
  const { sendingPolicy: policy, webhookRules, random } = services;
  const read = ADDRESS_READERS[channel](text, { policy, webhookRules, random });
  if (!read.ok) return read;
  return (await refusedHost(services, read.value)) ?? read;
}

function readEmail(text: string): Outcome<NewAddress> {
  const address = text.trim().toLowerCase();
  if (address.length > LIMITS.emailCharactersMax || !EMAIL.test(address))
    return refuseAddress((words) => words.email);
  return done(plainAddress(address));
}

/** Refuses a host that is not public. Accepts a name that does not resolve now: senders resolve it again and check. */
async function refusedHost({ resolveHost }: Services, { host }: NewAddress) {
  if (host === null || resolveHost === null) return null;
  const judged = judgeAddresses(await resolveHost(host));
  if (judged.ok || judged.reason === "unresolvable") return null;
  return refuseAddress((words) => words.hostNotPublic);
}
