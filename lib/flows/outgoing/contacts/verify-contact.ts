import type { ActingMember } from "../../../domain/account/member.ts";
import { sameCode } from "../../../domain/account/sign-in-code.ts";
import { CHANNEL_RULES } from "../../../domain/channels/registry.ts";
import { done, type Outcome, refuse } from "../../../domain/outcome.ts";
import { type ShownContact, shownContact } from "../../../domain/outgoing/audience/shown-contact.ts";
import type { Clock, Vault } from "../../../ports.ts";
import type { Db } from "../../../store/db.ts";
import { findContactPoint, takeCodeTry, verifyContactPoint } from "../../../store/outgoing/contact-points.ts";

type Ports = { db: Db; clock: Clock; serverVault: Vault };

/** Another person's contact is as unknown as one that never was. */
async function refuseTry(db: Db, userId: string, id: string) {
  const contact = await findContactPoint(db, userId, { id });
  return refuse(contact === null ? "not_found" : "bad_contact_code");
}

/**
 * The try is counted before the code is judged: a thousand guesses at once are still no more than the limit.
 */
export async function verifyContact(
  { db, clock, serverVault }: Ports,
  { member, actor }: ActingMember,
  id: string,
  code: string,
): Promise<Outcome<{ contact: ShownContact }>> {
  const { userId, householdId } = member;
  const open = await takeCodeTry(db, userId, id, clock());
  if (open === null) return await refuseTry(db, userId, id);
  const { contact, sealedCode } = open;
  const expected = await serverVault.open("contact-code", id, sealedCode);
  if (expected === null || !sameCode(code, expected.text)) return refuse("bad_contact_code");
  const action = "contact_verified" as const;
  const isOnlyOne = CHANNEL_RULES[contact.channel].contacts?.max === 1;
  const entry = {
    householdId,
    at: clock(),
    actor,
    action,
    subject: id,
    details: { channel: contact.channel },
  };
  const isVerified = await verifyContactPoint(db, { userId, sealedCode, isOnlyOne, entry });
  return isVerified
    ? done({ contact: shownContact({ ...contact, isVerified: true }) })
    : refuse("bad_contact_code");
}
