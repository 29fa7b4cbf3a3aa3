import { LIMITS } from "../../../schema/limits.ts";
import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Clock, Random } from "../../kernel/ports.ts";
import { newId } from "../../kernel/secret.ts";
import type { ActingMember } from "../../people/items.ts";
import { addNote, deleteNote } from "./chart-notes.queries.ts";

type Ports = { db: Db; clock: Clock; random: Random };

/** Pins a note to a moment of the charts of the member's home. */
export async function pinNote(
  { db, clock, random }: Ports,
  { member: { householdId, userId }, actor }: ActingMember,
  { at, text }: { at: Date; text: string },
): Promise<Outcome<{ id: string }>> {
  const id = newId(ID_PREFIXES.chartNote, random);
  const entry = { householdId, at: clock(), actor, action: "note_pinned" as const, subject: id };
  return (await addNote(db, entry, { id, at, text, userId }))
    ? done({ id })
    : refuse("too_many", `Too many notes: ${LIMITS.chartNotesMax} at most in a home`);
}

export async function removeNote(
  { db, clock }: Omit<Ports, "random">,
  { member: { householdId }, actor }: ActingMember,
  id: string,
): Promise<Outcome<{ ok: true }>> {
  const entry = { householdId, at: clock(), actor, action: "note_removed" as const, subject: id };
  return (await deleteNote(db, entry, id)) ? done({ ok: true }) : refuse("not_found");
}
