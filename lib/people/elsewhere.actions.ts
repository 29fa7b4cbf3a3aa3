import { ID_PREFIXES, SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId, newSecret, secretHint } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import {
  accountForInvitation,
  copyAccount,
  endCarried,
  findCarried,
  openCarried,
} from "./elsewhere.queries.ts";
import { findHomesOf, type HomesOf } from "./households.queries.ts";
import { acceptInvitation } from "./invitations.queries.ts";
import type { ActingMember, Member } from "./items.ts";
import type { SignedIn } from "./sign-in.actions.ts";

/** The databases of further cells; none where there is one. An address is the same person in each: it was proved by mail. */
export type OtherCells = { otherCells: readonly Db[] };

const NONE: HomesOf = { households: [], invitations: [] };

/** The homes and invitations that an address has in other cells; those of one that is down are missing meanwhile. */
export async function homesElsewhere({ otherCells }: OtherCells, email: string, now: Date): Promise<HomesOf> {
  if (otherCells.length === 0) return NONE;
  const found = await Promise.allSettled(otherCells.map((db) => findHomesOf(db, email, now)));
  const all = found.flatMap((look) => (look.status === "fulfilled" ? [look.value] : []));
  return {
    households: all.flatMap(({ households }) => households),
    invitations: all.flatMap(({ invitations }) => invitations),
  };
}

/**
 * The first of the cells that `has` it, null for none.
 * @throws whatever a cell throws that could not be asked, where none of the others has it
 */
async function cellThat(
  cells: readonly Db[],
  has: (homes: HomesOf) => boolean,
  { email, now }: { email: string; now: Date },
): Promise<Db | null> {
  const looks = await Promise.allSettled(cells.map((db) => findHomesOf(db, email, now)));
  const place = looks.findIndex((look) => look.status === "fulfilled" && has(look.value));
  if (place !== -1) return cells[place] ?? null;
  for (const look of looks) if (look.status === "rejected") throw look.reason;
  return null;
}

/** The one of these cells that has an invitation of this id for the address. */
export const cellOfInvitation = (cells: readonly Db[], id: string, email: string, now: Date) =>
  cellThat(cells, ({ invitations }) => invitations.some((each) => each.id === id), { email, now });

type CrossPorts = OtherCells & Pick<Services, "db" | "clock" | "random">;

/** The session goes on in whichever cell has the home, under a new token, as old and as well proved as it was. */
export async function switchCell(
  { db, clock, random, otherCells }: CrossPorts,
  { sessionId, userId, email }: Member,
  householdId: string,
): Promise<Outcome<SignedIn>> {
  const now = clock();
  const isHome = ({ id }: { id: string }) => id === householdId;
  const there = await cellThat(otherCells, ({ households }) => households.some(isHome), { email, now });
  const session = there === null ? null : await findCarried(db, sessionId);
  if (there === null || session === null) return refuse("not_found");
  const token = newSecret(SECRET_TYPES.session, random);
  const id = newId(ID_PREFIXES.session, random);
  const arrival = { id, email, householdId, session, token, tokenHint: secretHint(token), now };
  const opened = await openCarried(there, arrival);
  if (opened !== "opened") return refuse(opened ?? "not_found");
  // Opened first: if it is interrupted in between, the person is still signed in once, under the token that they
  // have.
  await endCarried(db, { id: sessionId, userId });
  return done({ householdId, token });
}

/** The home of another cell that the invitation, open and for this member's address, has led to; null where there is none. */
export async function acceptElsewhere(
  { db, clock, otherCells }: OtherCells & Pick<Services, "db" | "clock">,
  { member, actor }: ActingMember,
  id: string,
): Promise<string | null> {
  const now = clock();
  const { email } = member;
  const there = await cellOfInvitation(otherCells, id, email, now);
  const account = there === null ? null : await copyAccount(db, member.userId);
  if (there === null || account === null) return null;
  const userId = await accountForInvitation(there, { invitationId: id, email, account, now });
  if (userId === null) return null;
  return await acceptInvitation(there, {
    id,
    member: { ...member, userId },
    actor: { ...actor, id: userId },
    now,
  });
}
