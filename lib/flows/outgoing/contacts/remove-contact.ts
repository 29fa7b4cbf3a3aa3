import type { ActingMember } from "../../../domain/account/member.ts";
import { done, type Outcome, refuse } from "../../../domain/outcome.ts";
import { type ShownContact, shownContact } from "../../../domain/outgoing/audience/shown-contact.ts";
import type { Clock } from "../../../ports.ts";
import type { Db } from "../../../store/db.ts";
import {
  findContactPoint,
  listContactPoints,
  removeContactPoints,
} from "../../../store/outgoing/contact-points.ts";

/** One's own, in every home. */
export async function listContacts(
  { db }: { db: Db },
  userId: string,
): Promise<Outcome<{ contacts: ShownContact[] }>> {
  return done({ contacts: (await listContactPoints(db, userId)).map(shownContact) });
}

export async function removeContact(
  { db, clock }: { db: Db; clock: Clock },
  { member, actor }: ActingMember,
  id: string,
): Promise<Outcome<{ ok: true }>> {
  const { userId, householdId } = member;
  const contact = await findContactPoint(db, userId, { id });
  if (contact === null) return refuse("not_found");
  const { channel } = contact;
  const action = "contact_removed" as const;
  const entry = { householdId, at: clock(), actor, action, subject: id, details: { channel } };
  return (await removeContactPoints(db, { userId, channel, id, entry }))
    ? done({ ok: true })
    : refuse("not_found");
}
