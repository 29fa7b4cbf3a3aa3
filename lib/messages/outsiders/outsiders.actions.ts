import { type Channel, ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { NewHomeContact } from "../../../schema/wire/account/contacts.ts";
import { budgetCharges } from "../../budget/budget.ts";
import { mailboxOf } from "../../budget/counts.ts";
import { done, doneIf, type Outcome, refuse } from "../../kernel/outcome.ts";
import { newId } from "../../kernel/secret.ts";
import type { CoreServices, Services } from "../../kernel/services.actions.ts";
import { secretHash } from "../../kernel/statements.queries.ts";
import { isAlertToken, linkUrl, newAlertToken } from "../../outbox/links/tokens.ts";
import { sealMessage } from "../../outbox/seal-message.actions.ts";
import { type ActingMember, entryBy, type Member } from "../../people/activity.ts";
import { may } from "../../people/entitlement.ts";
import { findHousehold } from "../../people/households.queries.ts";
import { shownOutsider } from "../audience/shown-contact.ts";
import { findSpenderTo, readAddress } from "../contacts/add-contact.actions.ts";
import { askContent } from "../notice/plain-content.ts";
import {
  type AskedOutsider,
  addOutsider,
  confirmOutsider,
  deleteOutsider,
  findAsked,
  listOutsiders,
  stopOutsider,
} from "./outsiders.queries.ts";

/** Lists the home's contacts, with whole addresses for members who may add some. */
export async function listHomeContacts({ db }: CoreServices, { householdId, ...member }: Member) {
  const isWhole = may("manage_escalation", member) === "yes";
  return done({
    contacts: (await listOutsiders(db, householdId)).map((each) => shownOutsider(each, isWhole)),
  });
}

/**
 * Asks a person without an account whether the home may call them. They get calls only after they agree by the link in
 * that one message. It counts against the limit of invitations, and a text also against that of codes.
 */
export async function addHomeContact(services: Services, acting: ActingMember, wish: NewHomeContact) {
  const { db, random, serverVault, sendingPolicy: policy, baseUrl } = services;
  const { member } = acting;
  const { channel, name, language, tells, spaces } = wish;
  const { householdId } = member;
  // Texts are part of Pro: don't ask people whom the home could never call.
  if (channel === "sms" && member.plan === "free") return refuse("pro_required");
  const read = await readAddress(services, channel, wish.address);
  if (!read.ok) return read;
  const { address, secret } = read.value;
  const home = await findHousehold(db, householdId);
  if (home === null) return refuse("not_found");
  const at = services.clock();
  const id = newId(ID_PREFIXES.homeContact, random);
  const token = newAlertToken(random);
  const url = linkUrl(baseUrl, "homeContact", token);
  const decline = await services.linkTokens.sign("decline", { householdId, email: address });
  const declineUrl = linkUrl(baseUrl, "decline", decline);
  const said = askContent({ channel, language, by: member, home: home.name, url, declineUrl });
  const ask = await sealMessage(services, {
    householdId,
    channel,
    recipient: address,
    dedupeKey: `contact-asked/${id}`,
    kind: "contact_asked",
    content: { ...said, secret: secret ?? undefined },
  });
  const counted = knownAs(channel, address);
  const others = await listOutsiders(db, householdId);
  if (others.some((each) => each.channel === channel && knownAs(channel, each.address) === counted))
    return refuse("contact_known");
  const spender = await findSpenderTo(services, acting, counted);
  const charges = [
    ...budgetCharges("invitation", spender, policy, at),
    ...(channel === "sms" ? budgetCharges("sms_code", spender, policy, at) : []),
  ];
  const entry = entryBy(acting, at, "home_contact_added", id, { channel, name });
  const sealedSecret =
    secret === null ? null : await serverVault.seal("contact-secret", id, JSON.stringify(secret));
  const added = { id, name, channel, address, language, tells, spaces };
  const tokenHash = await secretHash(token);
  const verdict = await addOutsider(db, { ...added, sealedSecret, tokenHash, ask, charges, entry });
  if (verdict !== "added") return refuse(verdict);
  return done({ contact: shownOutsider({ ...added, confirmedAt: null, stoppedAt: null }, true) });
}

/** Normalizes an address, because another spelling of a mailbox is the same person. */
const knownAs = (channel: Channel, address: string): string =>
  channel === "email" ? mailboxOf(address) : address;

export async function removeHomeContact({ db, clock }: CoreServices, acting: ActingMember, id: string) {
  const entry = entryBy(acting, clock(), "home_contact_removed", id);
  return doneIf(await deleteOutsider(db, { ...entry, subject: id }));
}

/** Returns the person and the home of a request's link. Changes nothing, because mail scanners follow every link. */
export async function openAsk({ db }: CoreServices, token: string): Promise<Outcome<AskedOutsider>> {
  const asked = isAlertToken(token) ? await findAsked(db, token) : null;
  return asked === null ? refuse("dead_link") : done(asked);
}

/** Stores the answer to a request: yes, or no and stop. Idempotent, but "stop" is final. */
export async function answerAsk(services: CoreServices, token: string, isYes: boolean, ip: string | null) {
  const asked = await openAsk(services, token);
  if (!asked.ok) return asked;
  const { id, householdId, name, address } = asked.value;
  const actor = { type: "contact", id, ip } as const;
  const entry = { householdId, at: services.clock(), actor, subject: id, details: { name } };
  if (isYes) await confirmOutsider(services.db, id, { ...entry, action: "home_contact_confirmed" });
  else await stopOutsider(services.db, { id, address }, { ...entry, action: "home_contact_stopped" });
  return await openAsk(services, token);
}
